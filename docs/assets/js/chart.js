// The chart of areas and releases: a filter by level, arrow keys, and the other marks of a feature.

import { element } from "./elements.js";

const key = document.querySelector(".matrix-key");
const scroller = document.querySelector(".matrix-scroll");
const table = scroller.querySelector("table");
const links = [...table.querySelectorAll("tbody a"), ...table.querySelectorAll("thead a")];
const marks = links.filter((link) => link.matches(".mark-link"));
const OTHER = "other-level"; // a mark that the filter hides

// The legend's links become buttons; with none pressed, all marks are shown.
const buttons = [...key.querySelectorAll("a")].map((link) => {
  const button = element("button", "", ...link.childNodes);
  const { level } = button.querySelector("[data-level]").dataset;
  Object.assign(button, { type: "button", title: link.title, ariaPressed: "false" });
  button.dataset.level = level;
  button.addEventListener("click", () => {
    button.ariaPressed = String(button.ariaPressed === "false");
    filter();
  });
  link.replaceWith(button);
  return button;
});

function filter() {
  const chosen = buttons.filter((button) => button.ariaPressed === "true").map((button) => button.dataset.level);
  for (const mark of marks) mark.classList.toggle(OTHER, chosen.length > 0 && !chosen.includes(mark.dataset.level));
  refreshChart();
}

// One tab stop for the legend and one for the chart; arrow keys move inside.
key.role = "toolbar";
const refreshKey = oneTabStop(key, buttons, (button, pressed) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[pressed];
  const shown = buttons.filter(isShown);
  return step && shown.at((shown.indexOf(button) + step) % shown.length);
});
const refreshChart = oneTabStop(table, links, neighbour);

/** Makes the stop that last had the focus the only one; returns what finds another one once that is not shown. */
function oneTabStop(group, stops, next) {
  const move = (stop) => {
    for (const other of stops) other.tabIndex = other === stop ? 0 : -1;
  };
  move(stops.find(isShown));
  group.addEventListener("focusin", ({ target }) => move(target));
  group.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = next(event.target, event.key);
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
  return () => {
    if (!stops.some((stop) => stop.tabIndex === 0 && isShown(stop))) move(stops.find(isShown));
  };
}

function isShown(one) {
  return one.offsetWidth > 0 && !one.classList.contains(OTHER);
}

// A narrow window shows fewer columns; where all should be and do not fit, the chart scrolls in a window of its own.
const sizes = new ResizeObserver(() => {
  scroller.classList.toggle("too-wide", table.offsetWidth > scroller.clientWidth);
  refreshKey();
  refreshChart();
});
sizes.observe(scroller);
sizes.observe(table);

/** The nearest link in the direction of an arrow key: of the same area, or of the same release. */
function neighbour(from, pressed) {
  const [along, across, sign] = {
    ArrowLeft: ["x", "y", -1], ArrowRight: ["x", "y", 1], ArrowUp: ["y", "x", -1], ArrowDown: ["y", "x", 1],
  }[pressed] ?? [];
  if (!along) return null;
  const group = (link) => (along === "x" ? link.closest("tr") : link.closest("th, td").cellIndex);
  const here = middle(from);
  const distance = ({ place }) => (place[along] - here[along]) * sign * 1000 + Math.abs(place[across] - here[across]);
  return links
    .filter((link) => group(link) === group(from) && isShown(link))
    .map((link) => ({ link, place: middle(link) }))
    .filter(({ place }) => (place[along] - here[along]) * sign > 1)
    .sort((one, other) => distance(one) - distance(other))[0]?.link;
}

function middle(link) {
  const box = link.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// The mark under the pointer or with the focus lights the other marks of its feature.
table.addEventListener("pointerover", ({ target }) => light(target.closest(".mark-link")));
table.addEventListener("pointerleave", () => light(table.querySelector(".mark-link:focus-visible")));
table.addEventListener("focusin", ({ target }) => light(target.matches(":focus-visible.mark-link") ? target : null));
table.addEventListener("focusout", () => light(null));

function light(mark) {
  const feature = mark?.getAttribute("href");
  table.classList.toggle("lit", Boolean(mark));
  for (const other of marks) other.classList.toggle("same", other.getAttribute("href") === feature);
}
