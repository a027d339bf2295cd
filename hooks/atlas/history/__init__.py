"""The same features across releases: identity, lifecycles, comparison, disagreements."""
