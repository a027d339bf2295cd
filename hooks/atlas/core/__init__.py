"""Basics shared by all packages: languages, problems, versions, dates, limits."""
