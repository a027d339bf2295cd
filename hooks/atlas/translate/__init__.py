"""Translations of seeds: the texts to translate, gettext catalogs, and checks of the translations in these."""
