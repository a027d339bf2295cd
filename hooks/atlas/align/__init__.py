"""A translation and its original, side by side: which texts are which, and what the translation changed."""
