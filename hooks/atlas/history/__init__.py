"""The same features across releases: statements, identity, lifecycles, changes, links."""
