"""A cleaned document → what its announcement says: facts, sections, features, evidence, areas, the past."""
