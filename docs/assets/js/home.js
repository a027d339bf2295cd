// The home page has a search button of its own: Tab need not stop at the bar's, too, nor at the link to this page. The
// button and the examples of what to type are one stop; arrow keys move among them.

for (const link of document.querySelectorAll(".bar [data-search], .bar-home")) link.tabIndex = -1;

const toolbar = document.querySelector(".hero");
const stops = [...toolbar.querySelectorAll("[data-search]")];
toolbar.role = "toolbar";
for (const stop of stops.slice(1)) stop.tabIndex = -1;
toolbar.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stops.at((stops.indexOf(event.target) + step) % stops.length).focus();
});
toolbar.addEventListener("focusin", ({ target }) => {
  for (const stop of stops) stop.tabIndex = stop === target ? 0 : -1;
});
