// Filters and sorts the table of features, group by group. Without this script the table is complete.

import { element } from "./elements.js";
import { fetchText } from "./fetch.js";
import { versionKey } from "./versions.js";

const FIELDS = ["text", "area", "level"]; // not “q”: that is the query of the search dialog. A page may lack some
const PARAMETERS = [...FIELDS, "sort"];
const TYPING_DELAY = 120; // milliseconds after the last keystroke

const root = document.querySelector("[data-explorer]");
const normalize = (text) => text.normalize("NFKC").toLowerCase();

let view = null; // the elements of the page that change
let groups = []; // the parts of the table, with an entry for each row, in the original order
let state = {}; // the value of each parameter, or "". A “sort” that begins with a minus is descending
let timer = 0;
let names = null; // a promise: the names that no row shows have been fetched

// Marks the link to the group that is at a third of the window's height.
const reading = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    target.jump.firstElementChild.ariaCurrent = isIntersecting ? "true" : null;
  }
}, { rootMargin: "-33% 0px -66.9% 0px" });

if (root) start();

function start() {
  const form = root.querySelector("form");
  const { elements } = form;
  const headers = [...root.querySelectorAll("th[data-sort]")];
  const sorted = headers.find((header) => header.ariaSort);
  view = {
    form,
    fields: FIELDS.filter((name) => elements[name]),
    options: (name) => [...(elements[name]?.options ?? [])].map((option) => option.value).filter(Boolean),
    status: form.querySelector("[role=status]"),
    headers,
    order: sorted ? `-${sorted.dataset.sort}` : "",
    elsewhere: root.querySelector(".explorer-none a"),
  };
  view.elsewhere.dataset.words = view.elsewhere.textContent;
  groups = [...root.querySelectorAll("tbody")].map((body) => {
    const heading = body.querySelector(".group");
    const rows = [...body.rows].filter((row) => row !== heading);
    const jump = heading && root.querySelector(`.jumps a[href="#${heading.id}"]`)?.parentElement;
    const sum = root.dataset.merged && heading?.querySelector(".tally").textContent; // in words
    return { body, headings: [heading, jump].filter(Boolean), entries: rows.map(readRow), sum };
  });
  for (const { body, headings: [, jump] } of groups) if (jump) reading.observe(Object.assign(body, { jump }));
  for (const header of view.headers) header.append(sortButton(header));
  elements.text.addEventListener("focus", loadNames);
  for (const kind of ["input", "compositionend"]) {
    elements.text.addEventListener(kind, (event) => {
      clearTimeout(timer);
      if (!event.isComposing) timer = setTimeout(() => loadNames().then(() => change()), TYPING_DELAY);
    });
  }
  form.addEventListener("change", ({ target: { name, value } }) => {
    if (name !== "text") change({ [name]: value }, true);
  });
  for (const kind of ["submit", "reset"]) form.addEventListener(kind, (event) => event.preventDefault());
  form.addEventListener("reset", () => change(Object.fromEntries(PARAMETERS.map((name) => [name, ""])), true));
  addEventListener("popstate", restore);
  restore();
}

/** Fetch the names of features that their rows do not show; without them, the filter finds those that are shown. */
function loadNames() {
  names ??= fetchText(view.form.dataset.names).then(JSON.parse).then((others) => {
    for (const entry of groups.flatMap(({ entries }) => entries)) entry.text += ` ${normalize(others[entry.id] ?? "")}`;
  }).catch(() => { names = null; });
  return names;
}

/** A button around the text of a column header: ascending, then descending, then the original order. */
function sortButton(header) {
  const { sort } = header.dataset;
  const button = document.createElement("button");
  button.type = "button";
  button.append(...header.childNodes);
  button.addEventListener("click", () => {
    const next = { [sort]: `-${sort}`, [`-${sort}`]: usual() === `-${sort}` ? sort : "" };
    change({ sort: next[state.sort || usual()] ?? sort }, true);
  });
  return button;
}

/** The column that rows are sorted by unless one is chosen: none while names are looked for. */
function usual() {
  return state.text ? "" : view.order;
}

/** Read the state from the URL, without values that the form does not offer. */
function restore() {
  const parameters = new URLSearchParams(location.search);
  state = Object.fromEntries(PARAMETERS.map((name) => [name, parameters.get(name)?.trim() ?? ""]));
  for (const name of ["area", "level"]) if (!view.options(name).includes(state[name])) state[name] = "";
  if (!view.headers.some(({ dataset }) => dataset.sort === state.sort.replace(/^-/, ""))) state.sort = "";
  show();
  if (state.text) loadNames().then(show);
}

/** Change the state and the URL. `isStep`: adds an entry to the browser's history; typing does not. */
function change(values = {}, isStep = false) {
  state = { ...state, text: view.form.elements.text.value.trim(), ...values };
  if (state.sort === usual()) state.sort = "";
  const address = new URL(location.href);
  for (const name of PARAMETERS) address.searchParams.delete(name);
  for (const name of PARAMETERS) if (state[name]) address.searchParams.set(name, state[name]);
  if (address.href !== location.href) history[isStep ? "pushState" : "replaceState"](history.state, "", address);
  show();
}

function show() {
  showState();
  const count = parts().map((part) => place(part, find(part.entries))).reduce((all, one) => all + one, 0);
  const jumps = root.querySelector(".jumps");
  if (jumps) jumps.hidden = !jumps.querySelector("li:not([hidden]) ~ li:not([hidden])"); // one is none to choose from
  view.status.replaceChildren(...summary(count, groups.flatMap(({ entries }) => entries).length));
  showNone(!count);
  view.form.querySelector("[type=reset]").hidden = !FIELDS.some((name) => state[name]);
}

/** The groups; or, in an order that is not theirs, one group of all rows. */
function parts() {
  const { merged } = root.dataset;
  if (!merged) return groups;
  const [{ body, headings }] = groups;
  const isMerged = Boolean(state.sort || state.text);
  const title = headings[0].cells[0].firstChild;
  view.title ??= title.data;
  title.data = isMerged ? `${merged} ` : view.title;
  if (!isMerged) return groups;
  for (const group of groups) for (const heading of group.headings) heading.hidden = true;
  return [{ body, headings: state.text ? headings : [], entries: groups.flatMap(({ entries }) => entries) }];
}

/** Say what to do if there is no row, such as to search the whole site for the text. */
function showNone(isNone) {
  const { elsewhere } = view;
  elsewhere.parentElement.hidden = !isNone;
  elsewhere.hidden = !state.text;
  elsewhere.href = `?q=${encodeURIComponent(state.text)}`;
  elsewhere.textContent = elsewhere.dataset.words.replace("{text}", () => state.text);
}

/** Show the state in the form, the column headers and the link to the other language. */
function showState() {
  const fields = view.form.elements;
  for (const name of view.fields) if (fields[name].value.trim() !== state[name]) fields[name].value = state[name];
  const sorted = state.sort || usual();
  const direction = sorted.startsWith("-") ? "descending" : "ascending";
  for (const header of view.headers) {
    header.setAttribute("aria-sort", header.dataset.sort === sorted.replace("-", "") ? direction : "none");
  }
  for (const link of document.querySelectorAll("a[data-language]")) link.search = location.search;
}

/** How many rows there are, and in which order. */
function summary(count, total) {
  const { all, some, none, comma, order, sought } = view.status.dataset;
  const text = !count ? none : count === total ? all : some;
  const sorting = !count || state.sort ? "" : state.text ? sought : order;
  return [text.replace("{count}", count), element("span", "explorer-order", text && sorting ? comma : "", sorting)];
}

/** The values that a row is filtered and sorted by. */
function readRow(row) {
  const [name, level, areas] = row.cells;
  const link = name.querySelector("a");
  const marks = [...name.querySelectorAll("[data-state]")];
  // Not what took its place.
  const own = [link, ...name.querySelectorAll(".stability")].map(({ textContent }) => textContent).join(" ");
  const id = idOf(link);
  return {
    row,
    id,
    name: link.textContent,
    text: normalize(`${own} ${id}`),
    areas: [...areas.querySelectorAll("a")].map(idOf),
    levels: [level.querySelector("[data-state]").dataset.state, ...marks.map(({ dataset }) => dataset.state)],
    since: versionKey(level.dataset.since),
  };
}

/** The id of what a link leads to: the last part of its address. */
function idOf({ href }) {
  return href.split(/[/#]/).findLast(Boolean);
}

/** The entries that match the state, sorted. */
function find(entries) {
  const { area, level } = state;
  const words = normalize(state.text).split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => {
    if (level && !entry.levels.includes(level)) return false;
    if (area && !entry.areas.includes(area)) return false;
    return words.every((word) => entry.text.includes(word));
  });
  return state.sort || !words.length ? sort(found) : byName(found, words);
}

/** The entries in the order of how much of a name the words are: whole ones before parts, short names before long. */
function byName(found, words) {
  const rank = ({ name }) => {
    const parts = normalize(name).split(/[^\p{L}\p{N}]+/u);
    if (words.every((word) => parts.includes(word))) return name.length;
    return words.every((word) => normalize(name).includes(word)) ? 1e3 + name.length : 1e6;
  };
  return found.map((entry) => [rank(entry), entry]).sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

function sort(found) {
  const column = state.sort.replace("-", "");
  const chosen = view.options("area");
  const areas = chosen.length ? chosen : [...new Set(found.map((entry) => entry.areas[0]))].sort();
  const value = {
    name: (entry) => entry.name,
    area: (entry) => (entry.areas.length ? areas.indexOf(entry.areas[0]) : null),
    since: (entry) => entry.since,
  }[column] ?? (() => 0);
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const compare = column === "name" ? collator.compare : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const order = column === state.sort ? compare : (a, b) => compare(b, a);
  const keyed = found.map((entry) => [value(entry), entry]);
  keyed.sort(([a], [b]) => (a === null) - (b === null) || order(a, b)); // empty cells come last
  return keyed.map(([, entry]) => entry);
}

/** Show only these entries of a group, in this order; returns how many there are. */
function place({ body, headings, entries, sum }, shown) {
  const rows = new Set(shown.map(({ row }) => row));
  for (const { row } of entries) row.hidden = !rows.has(row);
  body.append(...rows);
  for (const heading of headings) {
    heading.hidden = !rows.size;
    const tally = heading.querySelector(".tally");
    if (tally) tally.textContent = !sum ? rows.size : rows.size === entries.length ? sum : `${rows.size} / ${sum}`;
  }
  return rows.size;
}
