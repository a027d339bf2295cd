"""The site: a class for each page kind, page metadata, the search index, and exports."""
