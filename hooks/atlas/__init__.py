"""PyTorch Release Atlas: announcements, records of releases and knowledge in; a bilingual site's pages and files out.

The package knows nothing of MkDocs. ``pipeline.py`` connects the steps; an ``Announcement`` and the records become
``Release``s and ``Lifecycle``s, which pages, published data, feeds and search entries show. ``cli/`` has the commands
that maintainers check and draft with. CONTRIBUTING.md has the map.
"""
