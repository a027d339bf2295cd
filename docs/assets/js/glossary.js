// Filters the terms of the glossary. Without this script the page is complete.

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

/** A group's heading with its links in tables of contents, and its terms. */
function readGroup(group) {
  const terms = [...group.querySelectorAll(":scope > div")].map((term) => ({ term, text: textOf(term) }));
  const heading = group.previousElementSibling;
  const allLinks = [...document.querySelectorAll(".md-nav__link, .group-links a")];
  const links = allLinks.filter(({ hash }) => hash === `#${heading.id}`);
  return { parts: [heading, group, ...links.map((link) => link.parentElement)], terms };
}

/** A term's names and mistranslations, without the reasons; a line break keeps those of one from joining the next. */
function textOf(term) {
  return [...term.querySelectorAll("dt span, del")].map((one) => normalize(one.textContent)).join("\n");
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

/** Show the terms that have every word, and the groups with any. */
function show() {
  const words = field.value.split(/\s+/).map(normalize).filter(Boolean);
  const counts = { all: 0, count: 0 };
  for (const { parts, terms } of groups) {
    const found = terms.filter(({ text }) => words.every((word) => text.includes(word)));
    for (const { term } of terms) term.hidden = true;
    for (const { term } of found) term.hidden = false;
    for (const part of parts) part.hidden = words.length > 0 && !found.length;
    counts.all += terms.length;
    counts.count += found.length;
  }
  form.querySelector("[type=reset]").hidden = !words.length;
  const { all, some, none } = status.dataset;
  const text = !counts.count ? none : counts.count === counts.all ? all : some;
  status.textContent = text.replace(/\{(\w+)\}/g, (_, name) => counts[name]);
  for (const link of document.querySelectorAll("a[data-language]")) link.search = location.search;
}
