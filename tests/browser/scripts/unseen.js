(able) => {
  const faults = [];
  for (const one of able) {
    const name = one.outerHTML.slice(0, 120);
    if (one.tabIndex > 0) faults.push(`out of order: ${name}`);
    one.focus();
    const shown = one;
    const { outlineStyle, outlineWidth, outlineOffset, opacity } = getComputedStyle(shown);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 1.5 || opacity === "0") faults.push(`no outline: ${name}`);
    const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
    if (shown.closest("header") && shown.getBoundingClientRect().top < reach) faults.push(`outline cut off: ${name}`);
    const seen = [...shown.getClientRects()].some(({ left, right, top, bottom }) =>
      [[left + 2, top + 2], [(left + right) / 2, (top + bottom) / 2], [right - 2, bottom - 2]].some(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (shown.contains(hit) || hit.contains(shown));
      }));
    if (!seen) faults.push(`hidden: ${name}`);
  }
  return able.length > 10 ? faults : ["there is next to nothing to focus"];
}
