"""The commands of ``python -m atlas``."""
