"""Seeds: opened safely, decoded, within limits, and read into documents."""
