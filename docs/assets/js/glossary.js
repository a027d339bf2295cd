// Filters the entries of the glossary. Without this script the page is complete.

import { setParameter } from "./address.js";

const TYPING_DELAY = 120; // milliseconds after the last keystroke

const form = document.querySelector("[data-glossary-form]");
const field = form.elements.text;
const status = form.querySelector("[role=status]");
const groups = [...document.querySelectorAll(".term-group")].map(readGroup);
let timer = 0;

for (const kind of ["input", "compositionend"]) {
  field.addEventListener(kind, (event) => {
    clearTimeout(timer);
    if (!event.isComposing) timer = setTimeout(change, TYPING_DELAY);
  });
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  change();
});
form.addEventListener("reset", () => setTimeout(change)); // once the field is empty
addEventListener("popstate", restore);
restore();

/** A group's heading with its links in tables of contents, and its tables with their rows and, if they are in one, their <details>. */
function readGroup(group) {
  const tables = [...group.querySelectorAll(".table-scroll")].map((table) => ({
    table,
    rows: [...table.querySelectorAll("tbody tr")].map((row) => ({ row, text: textOf(row) })),
    fold: table.closest("details"),
    isOpened: false, // by this script
  }));
  const heading = group.previousElementSibling;
  const links = [...document.querySelectorAll(".md-nav__link, .group-links a")].filter(({ hash }) => hash === `#${heading.id}`);
  return { parts: [heading, group, ...links.map((link) => link.parentElement)], tables };
}

/** A row's English and Chinese, without the reasons. */
function textOf(row) {
  return normalize([...row.cells].slice(0, 2).map((cell) => cell.textContent).join(" "));
}

/** A text for comparison, without spaces: those between Chinese and Latin are optional. */
function normalize(text) {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}

function restore() {
  field.value = new URLSearchParams(location.search).get("text")?.trim() ?? "";
  show();
}

function change() {
  clearTimeout(timer);
  setParameter("text", field.value.trim());
  show();
}

/** Show the entries that have every word. Groups and <details> without any are hidden; the other <details> open. */
function show() {
  const words = field.value.split(/\s+/).map(normalize).filter(Boolean);
  const counts = { all: 0, count: 0 };
  for (const { parts, tables } of groups) {
    const before = counts.count;
    for (const part of tables) {
      const found = part.rows.filter(({ text }) => words.every((word) => text.includes(word)));
      for (const { row } of part.rows) row.hidden = true;
      for (const { row } of found) row.hidden = false;
      (part.fold ?? part.table).hidden = found.length === 0;
      unfold(part, words.length > 0 && found.length > 0);
      const summary = part.fold?.querySelector("summary");
      if (summary) summary.textContent = summary.textContent.replace(/\d+/, found.length);
      counts.all += part.rows.length;
      counts.count += found.length;
    }
    for (const part of parts) part.hidden = words.length > 0 && counts.count === before;
  }
  form.querySelector("[type=reset]").hidden = !words.length;
  const { all, some, none } = status.dataset;
  const text = !counts.count ? none : counts.count === counts.all ? all : some;
  status.textContent = text.replace(/\{(\w+)\}/g, (_, name) => counts[name]);
  for (const link of document.querySelectorAll("a[data-language]")) link.search = location.search;
}

/** Open a <details> for its matches; close it afterwards, unless the reader had opened it. */
function unfold(part, isWanted) {
  if (!part.fold || part.isOpened === isWanted) return;
  if (isWanted && part.fold.open) return;
  part.fold.open = isWanted;
  part.isOpened = isWanted;
}
