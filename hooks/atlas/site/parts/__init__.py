"""Parts that pages are made of: the blocks of an announcement, tables, pictures, evidence, reports on seeds."""
