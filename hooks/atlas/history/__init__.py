"""Features across releases: statements about them, joined into lifecycles; changes between releases; links."""
