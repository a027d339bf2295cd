"""Seeds: opening them safely, decoding, checking limits, and reading them into documents."""
