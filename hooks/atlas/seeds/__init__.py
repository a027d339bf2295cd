"""Seeds: files are opened safely, decoded, checked against limits, and read into documents."""
