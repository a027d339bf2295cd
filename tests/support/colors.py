"""The contrast of colors, which those of levels and of badges need."""


def contrast(color, other):
    """Return the contrast ratio of WCAG 2 between two colors, such as ``#0b5563``."""
    darker, lighter = sorted((_luminance(color), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color):
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
