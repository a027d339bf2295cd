"""The site: a class for each kind of page, metadata, search index, exports."""
