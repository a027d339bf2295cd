() => {
  const names = [...document.querySelectorAll(".rising .arrival a")].map((one) => ({ one, box: one.getBBox() }));
  const points = [...document.querySelectorAll(".rising .arrival > path")].flatMap((path) =>
    Array.from({ length: 101 }, (_, step) => path.getPointAtLength((path.getTotalLength() * step) / 100)));
  const inside = ({ x, y }, box) => x > box.x && x < box.x + box.width && y > box.y + 2 && y < box.y + box.height - 2;
  return names.filter(({ box }) => points.some((point) => inside(point, box))).map(({ one }) => one.textContent);
}
