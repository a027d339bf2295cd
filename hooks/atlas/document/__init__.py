"""The document tree: nodes, traversal, inline Markdown, and safe HTML output."""
