"""What a cleaned document announces: facts, features with their evidence and areas, findings, the report of lines."""
