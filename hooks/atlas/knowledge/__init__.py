"""What people know, as data in ``seeds/knowledge``: its shapes, how it is loaded and checked, the words of levels."""
