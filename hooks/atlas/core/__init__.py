"""What every room speaks: languages, problems, versions, dates, limits."""
