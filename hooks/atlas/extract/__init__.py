"""Extract what a cleaned document announces: facts, sections, features, evidence, areas, history."""
