"""What a page says in its language: interface strings, the texts of announcements, quotes, the marks of levels."""
