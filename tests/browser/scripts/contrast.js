(link) => {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const { color, fontWeight } = getComputedStyle(link);
  return [1.05 / (luminance(color) + 0.05), Number(fontWeight)];
}
