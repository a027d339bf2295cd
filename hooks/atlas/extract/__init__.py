"""A cleaned document → what it announces: facts, sections, features, evidence, areas, the past."""
