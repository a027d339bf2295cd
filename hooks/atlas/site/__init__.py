"""The site: a class for each kind of page, charts, metadata, search index, exports."""
