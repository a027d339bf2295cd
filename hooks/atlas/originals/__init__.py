"""Filling a seed's catalog from the original that it was translated from, and what the two do not share."""
