// The search dialog. What finds results, and what it finds them in, are fetched when it first opens.

import { setParameter } from "./address.js";
import { element } from "./elements.js";
import { fetchText } from "./fetch.js";

const MAX_RESULTS = 150; // more than a level has features
const MAX_QUERY_LENGTH = 200; // characters
const TIMEOUT = 30_000; // milliseconds
const LEAD_LENGTH = 30; // characters of a passage before its first match
const PASSAGE_LENGTH = 130; // characters of a passage in all
const root = new URL(document.querySelector(".md-header").dataset.dialog, location); // in the site's root folder
// An API's name: torch.export(), F.linear, static_graph, but not PyTorch.org nor 2.1.
const DOTTED = String.raw`[a-z_]\w*(?:\.[a-z_]\w+)+(?<!\.(?:com|org|io|ai|html|py|md|json))(?:\(\))?`;
const UNDERSCORED = String.raw`[a-z]\w*_\w+(?:\(\))?`;
const CALLED = String.raw`[a-z]\w*\(\)`;
const API_NAME = new RegExp(String.raw`(?<![\w.\/@\-])(?:${DOTTED}|${UNDERSCORED}|${CALLED})(?![\w\/@\-])`, "giu");
const HAN = /\p{Script=Han}/u;
// Where the arrow keys stop: the field, each result, and without results the links elsewhere.
const STOPS = "input, .atlas-search-results > li > a, .atlas-search-results:empty + .atlas-search-elsewhere a";

class Dialog {
  #search = null; // a promise of the Search
  #attempts = 0; // to fetch it
  #latest = 0; // the number of the newest query: results of older ones are dropped
  #shown = null; // the query whose results are shown

  constructor({ content, dataset }) {
    this.dialog = document.body.appendChild(content.querySelector("dialog").cloneNode(true));
    this.input = this.dialog.querySelector("input");
    this.list = this.dialog.querySelector("ol");
    this.status = this.dialog.querySelector("[role=status]");
    this.words = dataset;
    this.pages = new URL(dataset.pages.replace(/\/?$/, "/"), root);
    for (const link of this.dialog.querySelectorAll("a")) link.href = new URL(link.getAttribute("href"), root);
    this.input.addEventListener("input", (event) => event.isComposing || this.#ask());
    this.input.addEventListener("compositionend", () => this.#ask());
    this.list.addEventListener("click", (event) => this.#onClick(event));
    this.dialog.addEventListener("keydown", (event) => this.#onKey(event));
    this.dialog.addEventListener("click", ({ target }) => {
      if (target.matches("dialog, [data-close]")) this.dialog.close(); // the dialog itself is its backdrop
    });
    this.dialog.addEventListener("close", () => {
      this.#latest++;
      setParameter("q", "");
    });
    this.dialog.addEventListener("submit", (event) => event.preventDefault());
  }

  open(query = this.input.value) {
    if (!this.dialog.open) this.dialog.showModal();
    this.input.value = query;
    this.input.select();
    this.#ask();
  }

  #onClick(event) {
    const link = event.target.closest("a");
    if (!link || opensElsewhere(event) || link.pathname !== location.pathname) return;
    this.dialog.close(); // a place on this page: without the query in the address, the link does not reload it
    if (link.hash) return;
    event.preventDefault();
    scrollTo(0, 0);
  }

  #onKey(event) {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (!isCommand) event.stopPropagation(); // shortcuts of the page must not act here
    if (event.isComposing || event.keyCode === 229) return; // 229: of an input method, in Safari
    const stops = [...this.dialog.querySelectorAll(STOPS)];
    const active = document.activeElement;
    const at = stops.indexOf(active.closest(".atlas-search-results > li")?.querySelector("a") ?? active);
    if (at > 0 && isTyping(event)) this.input.focus(); // what is typed or selected on a result acts on the field
    if (isCommand) return;
    const isEnter = event.key === "Enter" && at === 0;
    const stop = { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1] }[event.key];
    if (stop || isEnter || event.key === "Escape") event.preventDefault();
    stop?.focus();
    if (isEnter) this.#ask(true);
    if (event.key === "Escape") this.dialog.close();
  }

  /** Show the results for what is typed; `follows`: then open the first, or go to the first link elsewhere. */
  async #ask(follows = false) {
    const query = this.input.value.trim().slice(0, MAX_QUERY_LENGTH);
    const number = ++this.#latest;
    setParameter("q", query); // so that it can be shared and is restored on going back
    if (!this.#search) {
      this.status.replaceChildren(this.words.loading);
      this.list.setAttribute("aria-busy", "true");
    }
    try {
      const search = await (this.#search ??= this.#load());
      if (number !== this.#latest || !this.dialog.open) return;
      if (query !== this.#shown) this.#show(query, search);
      if (follows && query) this.#follow();
    } catch {
      this.#search = null;
      if (number === this.#latest) this.#showFailure();
    }
    this.list.removeAttribute("aria-busy");
  }

  #follow() {
    const first = this.list.querySelector("a");
    if (first) first.click();
    else this.dialog.querySelector(".atlas-search-elsewhere a").focus();
  }

  async #load() {
    const again = this.#attempts++ ? `?again=${this.#attempts}` : ""; // browsers keep a failure to fetch a module
    const text = fetchText(new URL("search.json", this.pages), { signal: AbortSignal.timeout(TIMEOUT) });
    const [{ Search }, content] = await Promise.all([import(`./search/ranking.js${again}`), text]);
    return new Search(JSON.parse(content));
  }

  #show(query, search) {
    const answer = search.search(query);
    this.#shown = query;
    const rows = answer.results.slice(0, MAX_RESULTS).map((result) => this.#row(result, answer.expression, search));
    this.list.replaceChildren(...rows);
    this.list.classList.toggle("all-releases", !query);
    this.list.parentElement.scrollTop = 0;
    this.status.replaceChildren(query ? this.#summary(query, answer) : this.words.empty);
  }

  /** The sentence above the results. */
  #summary(query, answer) {
    const { results, count = results.length, missing, guessed, filters, unmet, state } = answer;
    return fill(this.words[summaryKind(answer, count)], {
      query,
      count,
      release: results[0]?.entry.title,
      missing: this.#list(missing),
      wrong: this.#list(guessed.map(([typed]) => typed)),
      right: this.#list(guessed.map(([, meant]) => meant)),
      filters: this.#list(unmet ?? filters),
      state,
    });
  }

  #list(items) {
    return items.join(this.words.comma);
  }

  /** A result: a link with title, kind, other name and passage, and links to sections of releases that announce it. */
  #row(result, expression, search) {
    const { entry } = result;
    const title = this.#shown ? entry.title : entry.title.replace("PyTorch ", "");
    const parts = [
      element("span", "atlas-search-title", ...highlight(title, expression)),
      this.#kind(entry, search),
      this.#otherName(entry, expression),
      this.#excerpt(result, expression, search),
    ];
    const content = parts.filter(Boolean).flatMap((part) => [part, " "]);
    const places = this.#places(result, search);
    const list = places.length ? [element("ul", "atlas-search-places", ...places)] : [];
    return element("li", "", this.#link(entry.url, ...content.slice(0, -1)), ...list);
  }

  #link(url, ...content) {
    return Object.assign(element("a", "", ...content), { href: new URL(url, this.pages) });
  }

  /** The kind of an entry, with its state, release and tags. */
  #kind(entry, { kinds, states }) {
    const line = element("span", "atlas-search-kind", kinds[entry.kind] ?? "");
    if (entry.kind === "section") line.append(` PyTorch ${entry.release}`);
    // Of a feature today, a level that announcements no longer use is the last one stated; other copies of an entry are
    // of the release that the query names.
    const isToday = entry.kind === "feature" && entry.owner === entry;
    if (isToday && states[entry.state]?.is_disused) line.append(" · ", this.words.last);
    if (states[entry.state]) line.append(" ", badge(entry.state, states[entry.state]));
    if (entry.state && entry.kind !== "section") line.append(" ", entry.release);
    for (const [tag, since] of Object.entries(entry.tags)) {
      if (entry.kind === "release") line.append(" ", states[tag].name);
      else if (tag !== entry.state) line.append(" ", badge(tag, states[tag]), ` ${since}`);
    }
    return line;
  }

  /** The name by which an entry was found, if its title does not have it; null if there is none. */
  #otherName({ kind, title, names }, expression) {
    if (kind === "term" || isIn(title, expression)) return null;
    const isForeign = (name) => document.documentElement.lang === "en" && HAN.test(name) && !HAN.test(this.#shown);
    const found = names.find((name) => isIn(name, expression) && !isForeign(name));
    if (!found) return null;
    const [before, after] = this.words.also.split("{name}");
    const name = Object.assign(element("span", "", ...highlight(found, expression)), { lang: languageOf(found) });
    return element("span", "atlas-search-other-name", before, name, after);
  }

  /** The passage with the first match; for a feature without a text, where it stands; null if there is neither. */
  #excerpt({ entry, entries }, expression, { areas }) {
    const matching = entry.kind === "section" ? null : entries.find(({ text }) => isIn(text, expression));
    const { text, about = "" } = matching ?? entry;
    const passage = passageOf(isIn(text, expression) ? text : text + about, expression);
    if (!passage) return entry.state ? element("span", "atlas-search-excerpt", this.#place(entry, areas)) : null;
    const shown = element("span", "", ...highlight(passage, expression));
    if (entry.kind !== "term") return element("span", "atlas-search-excerpt", shown);
    shown.lang = "zh-CN"; // what was corrected
    return element("span", "atlas-search-excerpt", this.words.corrected, " ", shown);
  }

  /** The areas of a feature without a text, and the releases that name it, if there are several. */
  #place({ areas: ids, stated_by_release: stated }, areas) {
    const versions = Object.keys(stated);
    const named = versions.length > 1 ? fill(this.words.place, { versions: this.#list(versions) }) : "";
    return [this.#list(ids.map((id) => areas[id].name)), named].filter(Boolean).join(" · ");
  }

  /** Links to the other entries of a result, and from a section to the same in both languages. */
  #places({ entry, entries }, { kinds }) {
    const nameOf = ({ kind, release }) => (kind === "section" ? `${kinds.section} PyTorch ${release}` : kinds[kind]);
    const links = entries.filter((one) => one !== entry).map((one) => this.#link(one.url, nameOf(one)));
    if (entry.kind === "section") links.unshift(this.#link(entry.url.replace("#", "?view=both#"), this.words.both));
    return links.map((link) => element("li", "", link));
  }

  #showFailure() {
    const retry = element("button", "", this.words.retry);
    Object.assign(retry, { type: "button", onclick: () => this.open() });
    this.#shown = null;
    this.list.replaceChildren();
    this.status.replaceChildren(this.words.failed, " ", retry);
  }
}

function badge(id, { symbol, name }) {
  const sign = Object.assign(element("span", "stability-symbol", symbol), { ariaHidden: "true" });
  const created = element("span", "stability", sign, " ", name);
  created.dataset.state = id;
  return created;
}

/** Which sentence of the dialog sums up an answer with a number of results. */
function summaryKind({ missing, guessed, filters, unmet, isPartial, isUnstated }, count) {
  if (isUnstated) return "unstated";
  if (!count) return missing.length ? "unknown" : "none";
  const one = count === 1 ? "One" : "";
  if (unmet) return `unmet${one}`;
  if (isPartial) return `partial${one}`;
  if (guessed.length) return `like${one}`;
  return filters.length ? `filtered${one}` : `many${one}`;
}

const isIn = (text, expression) => expression && text.search(expression) >= 0;
const languageOf = (text) => (HAN.test(text) ? "zh-CN" : "en");

/** The part of a text from before its first match, without partial words. */
function passageOf(text, expression) {
  const match = Math.max(0, expression ? text.search(expression) : 0);
  const start = match > LEAD_LENGTH ? match - leadOf(text.slice(match - LEAD_LENGTH, match)).length : 0;
  const end = start + PASSAGE_LENGTH;
  const isWordCut = /\w/.test(text[end] ?? "");
  const passage = text.slice(start, end).replace(isWordCut ? /[\w.]+$/ : "", "").trim();
  const isEnd = end >= text.length || /[.。!！?？]$/.test(passage);
  return passage && `${start ? "…" : ""}${passage}${isEnd ? "" : "…"}`;
}

/** The end of a text that is read with what follows: the clause, or with a space in it, at most its last word. */
const leadOf = (text) => /[^\s，。、；：]*(?:\s\S{0,10})?$/u.exec(text)[0];

/** The text as nodes, with all matches marked and API names as code. */
function highlight(text, expression) {
  const matches = expression ? rangesOf(text, expression) : [];
  const nodes = [];
  let before = 0;
  for (const [start, end] of rangesOf(text, API_NAME)) {
    nodes.push(...marked(text, before, start, matches), element("code", "", ...marked(text, start, end, matches)));
    before = end;
  }
  return [...nodes, ...marked(text, before, text.length, matches)];
}

/** The places of a text that match a pattern: pairs of start and end. */
function rangesOf(text, pattern) {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => [index, index + match.length]);
}

/** A part of a text as nodes, with what is in the ranges of matches marked. */
function marked(text, start, end, matches) {
  const nodes = [];
  let at = start;
  for (const [from, to] of matches) {
    if (to <= start || from >= end) continue;
    const [first, last] = [Math.max(from, start), Math.min(to, end)];
    if (first > at) nodes.push(text.slice(at, first));
    nodes.push(element("mark", "", text.slice(first, last)));
    at = last;
  }
  return at < end ? [...nodes, text.slice(at, end)] : nodes;
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** Whether a click is to open another tab, another window, or to download. */
const opensElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }) => ctrlKey || metaKey || shiftKey || altKey;

/** Whether a key writes, deletes, selects all, or pastes. */
function isTyping({ key, ctrlKey, metaKey, altKey }) {
  if (altKey) return false;
  if (ctrlKey || metaKey) return /^[av]$/i.test(key);
  return key.length === 1 || key === "Backspace" || key === "Delete";
}

/** A button opens the dialog; so does a link with its query, unless it is to open elsewhere. */
function onOpener(event, open) {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  open(event.currentTarget.dataset.search || undefined);
}

// One file has the template of each language; the one with the longer address comes first.
const file = await fetchText(root);
const templates = [...new DOMParser().parseFromString(file, "text/html").querySelectorAll("template")];
const template = templates.find(({ dataset }) => location.pathname.startsWith(new URL(dataset.pages, root).pathname));
if (template) {
  let dialog = null;
  const open = (query) => (dialog ??= new Dialog(template)).open(query);
  for (const opener of document.querySelectorAll("[data-search]")) {
    opener.addEventListener("click", (event) => onOpener(event, open));
  }
  const query = new URLSearchParams(location.search).get("q");
  if (query?.trim()) open(query);
}
