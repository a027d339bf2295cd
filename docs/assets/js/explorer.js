// Filters and sorts the table of features. Without this script the table is complete.

import { versionKey } from "./versions.js";

const FIELDS = ["text", "area", "level"]; // not “q”: that is the query of the search dialog
const PARAMETERS = [...FIELDS, "sort"];
const TYPING_DELAY = 120; // milliseconds after the last keystroke

const root = document.querySelector("[data-explorer]");
const normalize = (text) => text.normalize("NFKC").toLowerCase();

let view = null; // the elements of the page that change
let entries = []; // one for each row, in the original order
let state = {}; // the value of each parameter, or "". A “sort” that begins with a minus is descending
let timer = 0;

if (root) start();

function start() {
  const form = root.querySelector("form");
  const options = (name) => [...form.elements[name].options].map((option) => option.value).filter(Boolean);
  view = {
    form,
    options,
    status: form.querySelector("[role=status]"),
    headers: [...root.querySelectorAll("th[data-sort]")],
    body: root.querySelector("tbody"),
  };
  entries = [...view.body.rows].map(readRow);
  for (const header of view.headers) header.append(sortButton(header));
  for (const kind of ["input", "compositionend"]) {
    form.elements.text.addEventListener(kind, (event) => {
      clearTimeout(timer);
      if (!event.isComposing) timer = setTimeout(change, TYPING_DELAY);
    });
  }
  form.addEventListener("change", ({ target: { name, value } }) => change({ [name]: value.trim() }, name !== "text"));
  for (const kind of ["submit", "reset"]) form.addEventListener(kind, (event) => event.preventDefault());
  form.addEventListener("reset", () => change(Object.fromEntries(PARAMETERS.map((name) => [name, ""])), true));
  addEventListener("popstate", restore);
  restore();
}

/** A button around the text of a column header: ascending, then descending, then the original order. */
function sortButton(header) {
  const { sort } = header.dataset;
  const next = { [sort]: `-${sort}`, [`-${sort}`]: "" };
  const button = document.createElement("button");
  button.type = "button";
  button.append(...header.childNodes);
  button.addEventListener("click", () => change({ sort: next[state.sort] ?? sort }, true));
  return button;
}

/** Read the state from the URL, without values that the form does not offer. */
function restore() {
  const parameters = new URLSearchParams(location.search);
  state = Object.fromEntries(PARAMETERS.map((name) => [name, parameters.get(name)?.trim() ?? ""]));
  for (const name of FIELDS.slice(1)) if (!view.options(name).includes(state[name])) state[name] = "";
  if (!view.headers.some(({ dataset }) => dataset.sort === state.sort.replace(/^-/, ""))) state.sort = "";
  show();
}

/** Change the state and the URL. `isStep`: adds an entry to the browser's history; typing does not. */
function change(values = {}, isStep = false) {
  state = { ...state, text: view.form.elements.text.value.trim(), ...values };
  const address = new URL(location.href);
  for (const name of PARAMETERS) address.searchParams.delete(name);
  for (const name of PARAMETERS) if (state[name]) address.searchParams.set(name, state[name]);
  if (address.href !== location.href) history[isStep ? "pushState" : "replaceState"](history.state, "", address);
  show();
}

function show() {
  showState();
  const found = find();
  place(found);
  view.status.textContent = summary(found.length);
  view.form.querySelector("[type=reset]").hidden = !PARAMETERS.some((name) => state[name]);
}

/** Show the state in the form, the column headers and the link to the other language. */
function showState() {
  const fields = view.form.elements;
  for (const name of FIELDS) if (fields[name].value.trim() !== state[name]) fields[name].value = state[name];
  const direction = state.sort.startsWith("-") ? "descending" : "ascending";
  for (const header of view.headers) {
    header.setAttribute("aria-sort", header.dataset.sort === state.sort.replace("-", "") ? direction : "none");
  }
  for (const link of document.querySelectorAll("a[data-language]")) link.search = location.search;
}

function summary(count) {
  const { all, some, none } = view.status.dataset;
  const total = entries.length;
  const text = !count ? none : count === total ? all : some;
  const numbers = { all: total, count };
  return text.replace(/\{(\w+)\}/g, (_, name) => numbers[name]);
}

/** The values that a row is filtered and sorted by. */
function readRow(row) {
  const { id, dataset, cells } = row;
  const [name] = cells;
  return {
    row,
    name: name.textContent.trim(),
    text: normalize(`${name.textContent} ${dataset.also ?? ""} ${id.slice(2)}`),
    areas: dataset.areas.split(" "),
    level: row.querySelector("[data-level]").dataset.level,
    since: versionKey(dataset.since),
  };
}

/** The entries that match the state, sorted. */
function find() {
  const { area, level } = state;
  const words = normalize(state.text).split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => {
    if (level && entry.level !== level) return false;
    if (area && !entry.areas.includes(area)) return false;
    return words.every((word) => entry.text.includes(word));
  });
  return sort(found);
}

function sort(found) {
  const areas = view.options("area");
  const column = state.sort.replace("-", "");
  const value = {
    name: (entry) => entry.name,
    area: (entry) => areas.indexOf(entry.areas[0]) + 1 || areas.length + 1,
    since: (entry) => entry.since,
  }[column] ?? (() => 0);
  const names = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const compare = column === "name" ? names.compare : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const keyed = found.map((entry) => [value(entry), entry]);
  keyed.sort(([a], [b]) => (column === state.sort ? compare(a, b) : compare(b, a)));
  return keyed.map(([, entry]) => entry);
}

/** Show only these rows, in this order. */
function place(shown) {
  const rows = new Set(shown.map(({ row }) => row));
  for (const row of view.body.rows) row.hidden = !rows.has(row);
  view.body.append(...rows);
}
