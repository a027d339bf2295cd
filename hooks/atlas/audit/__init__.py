"""The account of a seed: what became of each line of its file."""
