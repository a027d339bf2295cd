"""PyTorch Release Atlas: raw announcement files in, a bilingual documentation tree out.

The package knows nothing of MkDocs. ``pipeline.prepare`` runs every stage in order;
``model`` holds the data that the stages hand on to one another.
"""
