"""Regular expressions for API names. They match ASCII only, as Chinese text often has no space around such a name."""

IDENTIFIER = r"[A-Za-z_][A-Za-z0-9_]*"
PATH = rf"@?{IDENTIFIER}(?:(?:\.|::){IDENTIFIER})+"  # torch.compile, torch::nn, @torch.jit.script
NAME = rf"@?{IDENTIFIER}(?:(?:\.|::){IDENTIFIER})*"  # a dotted name, or a single word
