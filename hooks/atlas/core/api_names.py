"""Patterns for names of an API, in ASCII only: Chinese words often stand next to one without a space."""

IDENTIFIER = r"[A-Za-z_][A-Za-z0-9_]*"
PATH = rf"@?{IDENTIFIER}(?:(?:\.|::){IDENTIFIER})+"  # torch.compile, torch::nn, @torch.jit.script
NAME = rf"@?{IDENTIFIER}(?:(?:\.|::){IDENTIFIER})*"  # the same, and a single word
