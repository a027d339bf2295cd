"""The document tree: its nodes, functions that traverse it, inline Markdown, and safe HTML output."""
