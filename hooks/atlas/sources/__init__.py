"""Seeds: opened safely, decoded, within limits, corrected by errata, and read into documents."""
