// The chart of areas and releases: a filter by level, arrow keys, and the other marks of a feature.

import { setParameter } from "./address.js";
import { element } from "./elements.js";

const chart = document.querySelector(".chart-wide");
const key = chart.querySelector(".matrix-key");
const scroller = chart.querySelector(".matrix-scroll");
const table = scroller.querySelector("table");
const marks = [...table.querySelectorAll("td a")];
const OTHER = "other-level"; // a mark that the filter hides

// A mark is named by its feature; its state is written before it, its release above it.
const headings = [...table.tHead.rows[0].cells];
const versions = headings.map((cell) => cell.querySelector("a")?.textContent);
for (const mark of marks) {
  const state = mark.parentElement;
  mark.dataset.state = state.dataset.state;
  mark.title += ` · ${state.firstChild.textContent} · ${versions[mark.closest("td").cellIndex]}`;
}

// The legend's links become buttons; with none pressed, all marks are shown. The address holds those that are.
const wanted = new URLSearchParams(location.search).get("level")?.split(" ") ?? [];
const buttons = [...key.querySelectorAll("a")].map((link) => {
  const button = element("button", "", ...link.childNodes);
  const { state } = button.querySelector("[data-state]").dataset;
  Object.assign(button, { type: "button", ariaPressed: String(wanted.includes(state)) });
  button.dataset.state = state;
  button.addEventListener("click", () => {
    button.ariaPressed = String(button.ariaPressed === "false");
    filter();
  });
  link.replaceWith(button);
  return button;
});

function filter() {
  const chosen = buttons.filter((button) => button.ariaPressed === "true").map((button) => button.dataset.state);
  setParameter("level", chosen.join(" "));
  for (const link of document.querySelectorAll("a[data-language]")) link.search = location.search;
  for (const mark of marks) mark.classList.toggle(OTHER, chosen.length > 0 && !chosen.includes(mark.dataset.state));
  refresh();
}

// One tab stop for the chart and its legend, at first an area; arrow keys move inside. It is another one once that is
// not shown.
const links = [...table.querySelectorAll("tbody a"), ...table.querySelectorAll("thead a")];
const stops = [...links, ...buttons];
const move = (stop) => {
  for (const other of stops) other.tabIndex = other === stop ? 0 : -1;
};
move(stops[0]);
filter();
chart.addEventListener("focusin", ({ target }) => stops.includes(target) && move(target));
chart.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const to = neighbour(event.target, event.key);
  if (!to) return;
  event.preventDefault();
  to.focus();
});

function refresh() {
  if (!stops.some((stop) => stop.tabIndex === 0 && isShown(stop))) move(links.find(isShown) ?? links[0]);
}

function isShown(one) {
  return one.offsetWidth > 0 && !one.classList.contains(OTHER);
}

// Where its columns do not fit, the chart scrolls in a window of its own. The names of areas take what the last columns
// that fit leave over, so that none is cut.
const sizes = new ResizeObserver(() => {
  scroller.classList.remove("too-wide");
  const [names, ...widths] = headings.map((cell) => cell.getBoundingClientRect().width);
  const room = scroller.clientWidth;
  let rest = room - names;
  for (const width of widths.reverse()) {
    if (width > rest) break;
    rest -= width;
  }
  scroller.style.setProperty("--names", `${names + rest}px`);
  scroller.classList.toggle("too-wide", table.offsetWidth > room);
});
sizes.observe(scroller);
sizes.observe(table);

/** The nearest link in the direction of an arrow key: of the same area or release; the legend is above all. */
function neighbour(from, pressed) {
  const at = buttons.indexOf(from);
  if (at >= 0) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[pressed];
    return step ? buttons.at((at + step) % buttons.length) : pressed === "ArrowDown" ? links.find(isShown) : null;
  }
  if (pressed === "ArrowUp" && from.closest("thead, tbody tr:first-child > th")) return buttons[0];
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
table.addEventListener("pointerover", ({ target }) => light(target.closest("td a")));
table.addEventListener("pointerleave", () => light(table.querySelector("td a:focus-visible")));
table.addEventListener("focusin", ({ target }) => light(target.matches("td a:focus-visible") ? target : null));
table.addEventListener("focusout", () => light(null));

function light(mark) {
  const feature = mark?.getAttribute("href");
  table.classList.toggle("lit", Boolean(mark));
  for (const other of marks) other.classList.toggle("same", other.getAttribute("href") === feature);
}
