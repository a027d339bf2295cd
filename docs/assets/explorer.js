// The explorer: filters and sorts the table of features. Without it the table is whole, and so are its other pages.

import { textOf } from "./files.js";
import { ordered } from "./versions.js";

const FIELDS = ["text", "area", "level", "version", "as-of"]; // “q” in the address is the search's
const EVERY = [...FIELDS, "sort"];
const STEPS = 6; // stages that a row shows
const PART = 400; // rows that are shown at once: of ten thousand, nobody reads more, and a browser takes seconds
const DELAY = 120; // milliseconds after the last keystroke

const root = document.querySelector("[data-explorer]");
const folded = (text) => text.normalize("NFKC").toLowerCase(); // width and case make no difference

let view = null; // the parts of the page that the explorer works with
let entries = []; // the rows in their own order, read when they are first needed
let state = {}; // what is asked, by name; what is not is empty. “sort” may begin with a minus
let others = null; // the promise of the rows of the other pages
let latest = 0; // the number of the newest question: an older one that still waits is dropped
let timer = 0;

if (root) start();

function start() {
  const form = root.querySelector("form");
  const headers = [...root.querySelectorAll("th[data-sort]")];
  const options = (name) => [...form.elements[name].options].map((option) => option.value).filter(Boolean);
  const more = root.querySelector(".explorer-more");
  more.addEventListener("click", () => show(Infinity));
  const [status, body] = [form.querySelector("[role=status]"), root.querySelector("tbody")];
  view = { form, status, headers, body, more, options };
  for (const header of headers) {
    const { sort } = header.dataset;
    const turned = { [sort]: `-${sort}`, [`-${sort}`]: "" }; // ascending, then descending, then as it was
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    button.addEventListener("click", () => change({ sort: turned[state.sort] ?? sort }, true));
    header.append(button);
  }
  for (const kind of ["input", "compositionend"]) {
    form.elements.text.addEventListener(kind, (event) => {
      clearTimeout(timer);
      if (!event.isComposing) timer = setTimeout(change, DELAY);
    });
  }
  form.addEventListener("change", ({ target: { name, value } }) => change({ [name]: value.trim() }, name !== "text"));
  for (const kind of ["submit", "reset"]) form.addEventListener(kind, (event) => event.preventDefault());
  form.addEventListener("reset", () => change(Object.fromEntries(EVERY.map((name) => [name, ""])), true));
  addEventListener("popstate", restore);
  restore();
}

/** What the address asks, as far as there is such a choice. */
function restore() {
  const asked = new URLSearchParams(location.search);
  state = Object.fromEntries(EVERY.map((name) => [name, asked.get(name)?.trim() ?? ""]));
  for (const name of FIELDS.slice(1)) if (!view.options(name).includes(state[name])) state[name] = "";
  if (!view.headers.some(({ dataset }) => dataset.sort === state.sort.replace(/^-/, ""))) state.sort = "";
  show();
}

/** Asks for something else: a step that “back” undoes or, while typing, none. */
function change(more = {}, isStep = false) {
  state = { ...state, text: view.form.elements.text.value.trim(), ...more };
  const address = new URL(location.href);
  for (const name of EVERY) address.searchParams.delete(name);
  for (const name of EVERY) if (state[name]) address.searchParams.set(name, state[name]);
  if (address.href !== location.href) history[isStep ? "pushState" : "replaceState"](history.state, "", address);
  show();
}

async function show(most = PART) {
  const own = ++latest;
  const fields = view.form.elements;
  for (const name of FIELDS) if (fields[name].value.trim() !== state[name]) fields[name].value = state[name];
  const isAsked = Object.values(state).some(Boolean);
  const way = state.sort.startsWith("-") ? "descending" : "ascending";
  for (const header of view.headers) {
    header.setAttribute("aria-sort", header.dataset.sort === state.sort.replace("-", "") ? way : "none");
  }
  for (const link of document.querySelectorAll("a[data-language]")) link.search = location.search;
  if (!entries.length) entries = [...view.body.rows].map((row) => read(row, true));
  let failed = "";
  if (isAsked && Number(root.dataset.pages) > 1) {
    if (!others) view.status.textContent = view.status.dataset.loading;
    others ??= load();
    failed = await others.then(() => "", () => view.status.dataset.failed);
    if (failed) others = null; // the next question tries again
    if (own !== latest) return;
  }
  const found = find(isAsked);
  const shown = found.slice(0, isAsked ? most : Infinity);
  place(shown);
  if (most > PART) shown[PART]?.row.querySelector("a").focus(); // the button goes: on to what it brought
  view.more.hidden = shown.length === found.length;
  for (const pager of document.querySelectorAll(".pager")) pager.hidden = isAsked && !failed;
  const { all, page, some, none, first } = view.status.dataset;
  const total = Number(root.dataset.total);
  const said = !found.length ? none : found.length === total ? all : isAsked ? some : page;
  const words = failed + said + (view.more.hidden ? "" : first);
  const numbers = { all: total, count: found.length, shown: shown.length };
  view.status.textContent = words.replace(/\{(\w+)\}/g, (_, name) => numbers[name]);
}

/** Fetches the rows of the other pages. They come to the table when they are shown. */
async function load() {
  const base = new URL(root.dataset.rows, location.href);
  const fetched = async (number) => {
    const address = new URL(number === 1 ? "../" : `${number}/`, base);
    const other = new DOMParser().parseFromString(await textOf(address), "text/html");
    for (const link of other.querySelectorAll("[data-explorer] tbody a[href]")) {
      link.href = new URL(link.getAttribute("href"), address); // relative to its own page, not to this one
    }
    return [...other.querySelectorAll("[data-explorer] tbody tr")].map((row) => read(row, false));
  };
  const pages = Array.from({ length: Number(root.dataset.pages) }, (_, at) => at + 1);
  const rows = pages.map((number) => (number === Number(root.dataset.page) ? entries : fetched(number)));
  entries = (await Promise.all(rows)).flat();
}

/** What can be asked of a row. */
function read(row, isOwn) {
  const { id, dataset } = row;
  const [name, areas, stages, since, last] = row.cells;
  return {
    row,
    isOwn,
    name: name.textContent.trim(),
    words: folded(`${name.textContent} ${dataset.also ?? ""} ${id.slice(2)} ${areas.textContent}`),
    areas: dataset.areas.split(" "),
    states: dataset.states.split(" ").map((pair) => [ordered(pair.split(":")[0]), pair.split(":")[1]]),
    announced: dataset.announced.split(" "),
    steps: [...stages.querySelectorAll(".stage-step")].map((step, at) => {
      const version = step.querySelector(".stage-since").textContent; // or a word for “earlier”
      return { step, since: since.children[at], from: /^\d/.test(version) ? ordered(version) : "" };
    }),
    link: last.querySelector("a"),
    address: last.querySelector("a").href,
    asOf: "", // the version as of which the row is shown
  };
}

/** The rows that are asked for, as of the version that is asked for, in the order that is asked for. */
function find(isAsked) {
  const { area, level, version, "as-of": asOf } = state;
  const words = folded(state.text).split(/\s+/).filter(Boolean);
  const limit = asOf ? ordered(asOf) : "~";
  const found = entries.filter((entry) => {
    entry.shown = entry.steps.filter(({ from }) => from <= limit);
    entry.stage = entry.states.findLast(([at]) => at <= limit)?.[1] ?? "";
    entry.last = entry.announced.findLast((announced) => ordered(announced) <= limit) ?? "";
    if (!isAsked) return entry.isOwn;
    const isThere = (!asOf || entry.stage !== "") && (!level || entry.stage === level);
    const isSuch = (!area || entry.areas.includes(area)) && (!version || entry.announced.includes(version));
    return isThere && isSuch && words.every((word) => entry.words.includes(word));
  });
  const [areas, levels] = [view.options("area"), view.options("level")];
  const column = state.sort.replace("-", "");
  const value = {
    name: (entry) => entry.name,
    area: (entry) => areas.indexOf(entry.areas[0]) + 1 || areas.length + 1,
    level: (entry) => levels.indexOf(entry.stage),
    since: (entry) => entry.shown.at(-1)?.from ?? "",
    last: (entry) => ordered(entry.last),
  }[column] ?? (() => 0);
  const names = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const compare = column === "name" ? names.compare : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const keyed = found.map((entry) => [value(entry), entry]);
  keyed.sort(([a], [b]) => (column === state.sort ? compare(a, b) : compare(b, a)));
  return keyed.map(([, entry]) => entry);
}

/** Shows these rows alone, as things stood then: later stages and mentions are left out. */
function place(shown) {
  const rows = new Set(shown.map(({ row }) => row));
  for (const row of view.body.rows) if (!row.hidden && !rows.has(row)) row.hidden = true;
  for (const entry of shown) {
    entry.row.hidden = false;
    if (entry.asOf === state["as-of"]) continue;
    entry.asOf = state["as-of"];
    for (const { step, since } of entry.steps) {
      step.hidden = !entry.shown.slice(-STEPS).some((other) => other.step === step);
      since.hidden = entry.shown.at(-1)?.step !== step;
    }
    const then = new URL(`../${entry.last}/`, entry.address);
    entry.link.textContent = entry.last || "—";
    if (entry.last) entry.link.href = entry.last === entry.announced.at(-1) ? entry.address : then;
    else entry.link.removeAttribute("href");
  }
  view.body.append(...rows);
}
