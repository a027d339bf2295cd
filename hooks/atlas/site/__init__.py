"""The site: a class for each page kind, page metadata, what search finds, and exports."""
