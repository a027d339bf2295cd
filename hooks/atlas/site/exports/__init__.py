"""What programs read: JSON with its schemas, Atom feeds, llms.txt."""
