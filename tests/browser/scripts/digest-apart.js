() => [...document.querySelectorAll(".digest li")].flatMap((line) => {
  const [name, summary, otherName, otherSummary] = line.querySelectorAll(":scope > a, .summary, .counterpart > *");
  if (!otherSummary) return [];
  return otherName.textContent ? [[name, otherName], [summary, otherSummary]] : [[name, otherSummary]];
}).filter(([own, other]) => other.textContent).filter(([own, other]) => {
  const [here, there] = [own, other].map((part) => part.getBoundingClientRect());
  return here.right > there.left || Math.abs(here.top - there.top) > 1;
}).map(([own]) => own.textContent)
