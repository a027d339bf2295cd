() => {
  const names = [...document.querySelectorAll(".rising .arrival a")].map((one) => ({ one, box: one.getBBox() }));
  const clash = (a, b) => a !== b && Math.abs(a.y - b.y) < 13 && a.x < b.x + b.width && b.x < a.x + a.width;
  return names.filter(({ box }) => box.x < 0 || box.x + box.width > 1200 || names.some((other) => clash(box, other.box)))
    .map(({ one }) => one.textContent);
}
