"""PyTorch Release Atlas: raw announcement files in, a bilingual documentation tree out.

The package knows nothing of MkDocs. ``pipeline.py`` connects the steps; an ``Announcement`` and the records become
``Release``s and ``Lifecycle``s, which pages show. CONTRIBUTING.md has the map.
"""
