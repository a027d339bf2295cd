"""Collection → charts as numbers: where every mark, bar and label is. No text and no markup: templates draw.

Lengths are whole SVG user units (one is a CSS pixel at natural size); y grows downwards. Axes of versions read from
the oldest, at the left, to the newest; a chart with many columns scrolls.
"""

from atlas.site.charts.eras import ruler

__all__ = ["ruler"]
