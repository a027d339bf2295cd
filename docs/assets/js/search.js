// The search dialog. What finds results, and what it finds them in, are fetched when it first opens.

import { setParameter } from "./address.js";
import { element } from "./elements.js";
import { fetchText } from "./fetch.js";

const MAX_RESULTS = 150; // more than a level has features
const MAX_QUERY_LENGTH = 200; // characters
const TIMEOUT = 30_000; // milliseconds
const [LEAD_LENGTH, PASSAGE_LENGTH] = [30, 130]; // characters before a passage's first match, and in all
const root = new URL(document.querySelector(".md-header").dataset.dialog, location); // in the site's root folder
// torch.export(), F.linear, static_graph, but not PyTorch.org nor 2.1
const API_NAME = /(?<![\w.\/@-])(?:[a-z_]\w*(?:\.[a-z_]\w+)+(?<!\.(?:com|org|io|ai|html|py|md|json))(?:\(\))?|[a-z]\w*_\w+(?:\(\))?|[a-z]\w*\(\))(?![\w\/@-])/giu;
const HAN = /\p{Script=Han}/u;
const STOPS = "input, .atlas-search-results > li > a, .atlas-search-results:empty + .atlas-search-elsewhere a"; // of the arrow keys

class Dialog {
  #search = null; // a promise of the Search
  #attempts = 0; // to fetch it
  #latest = 0; // the number of the newest query: results of older ones are dropped
  #shown = null; // the query whose results are shown

  constructor({ content, dataset }) {
    this.dialog = document.body.appendChild(content.querySelector("dialog").cloneNode(true));
    [this.input, this.list, this.status] = ["input", "ol", "[role=status]"].map((one) => this.dialog.querySelector(one));
    this.words = dataset;
    this.pages = new URL(dataset.pages.replace(/\/?$/, "/"), root);
    for (const link of this.dialog.querySelectorAll("a")) link.href = new URL(link.getAttribute("href"), root);
    this.input.addEventListener("input", (event) => event.isComposing || this.#ask());
    this.input.addEventListener("compositionend", () => this.#ask());
    this.list.addEventListener("click", (event) => this.#onClick(event));
    this.dialog.addEventListener("keydown", (event) => this.#onKey(event));
    this.dialog.addEventListener("click", ({ target }) => target.matches("dialog, [data-close]") && this.dialog.close()); // or its backdrop
    this.dialog.addEventListener("close", () => (this.#latest++, setParameter("q", "")));
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
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.pathname !== location.pathname) return;
    this.dialog.close(); // a place on this page: without the query in the address, the link does not reload it
    if (link.hash) return;
    event.preventDefault();
    scrollTo(0, 0);
  }

  #onKey(event) {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (!isCommand) event.stopPropagation(); // shortcuts of the page must not act here
    if (event.isComposing || event.keyCode === 229) return;
    const { activeElement: active } = document;
    const stops = [...this.dialog.querySelectorAll(STOPS)];
    const at = stops.indexOf(active.closest(".atlas-search-results > li")?.querySelector("a") ?? active);
    const isTyping = isCommand ? !event.altKey && /^[av]$/i.test(event.key) : event.key.length === 1 || ["Backspace", "Delete"].includes(event.key);
    if (at > 0 && isTyping) this.input.focus(); // what is typed or selected on a result acts on the field
    if (isCommand) return;
    const [stop, isEnter] = [{ ArrowDown: stops[at + 1], ArrowUp: stops[at - 1] }[event.key], event.key === "Enter" && at === 0];
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
    if (!this.#search) this.status.replaceChildren(this.words.loading);
    if (!this.#search) this.list.setAttribute("aria-busy", "true");
    try {
      const search = await (this.#search ??= this.#load());
      if (number !== this.#latest || !this.dialog.open) return;
      if (query !== this.#shown) this.#show(query, search);
      const first = this.list.querySelector("a");
      if (follows && query) first ? first.click() : this.dialog.querySelector(".atlas-search-elsewhere a").focus();
    } catch {
      this.#search = null;
      if (number === this.#latest) this.#showFailure();
    }
    this.list.removeAttribute("aria-busy");
  }

  async #load() {
    const again = this.#attempts++ ? `?again=${this.#attempts}` : ""; // browsers keep a module that could not be fetched
    const text = fetchText(new URL("search.json", this.pages), { signal: AbortSignal.timeout(TIMEOUT) });
    const [{ Search }, content] = await Promise.all([import(`./search/ranking.js${again}`), text]);
    return new Search(JSON.parse(content));
  }

  #show(query, search) {
    const { results, expression, ...answer } = search.search(query);
    this.#shown = query;
    this.list.replaceChildren(...results.slice(0, MAX_RESULTS).map((result) => this.#row(result, expression, search)));
    this.list.classList.toggle("all-releases", !query);
    this.list.parentElement.scrollTop = 0;
    this.status.replaceChildren(query ? this.#summary({ query, first: results[0], count: results.length, ...answer }) : this.words.empty);
  }

  /** The sentence above the results. */
  #summary({ query, first, count, missing, guessed, filters, unmet, isPartial, isUnstated }) {
    const some = unmet ? "unmet" : isPartial ? "partial" : guessed.length ? "like" : filters.length ? "filtered" : "many";
    const kind = isUnstated ? "unstated" : count ? some + (count === 1 ? "One" : "") : missing.length ? "unknown" : "none";
    const list = (items) => items.join(this.words.comma);
    const [wrong, right] = [0, 1].map((at) => list(guessed.map((pair) => pair[at])));
    return fill(this.words[kind], { query, release: first?.entry.title, count, missing: list(missing), wrong, right, filters: list(unmet ?? filters) });
  }

  /** A result: a link with its kind, level, other name and passage, and links to the sections of releases that announce it. */
  #row({ entry, entries }, expression, { kinds, levels, areas }) {
    const link = ({ url }, ...content) => Object.assign(element("a", "", ...content), { href: new URL(url, this.pages) });
    const isForeign = (one) => document.documentElement.lang === "en" && HAN.test(one) && !HAN.test(this.#shown);
    const isIn = (text) => expression && text.search(expression) >= 0;
    const kind = element("span", "atlas-search-kind", kinds[entry.kind] ?? "", ...(entry.kind === "section" ? [` PyTorch ${entry.release}`] : []));
    if (levels[entry.level]) kind.append(" ", badge(entry.level, levels[entry.level]));
    if (entry.level && entry.kind !== "section") kind.append(" ", entry.release);
    for (const [id, since] of Object.entries(entry.notices)) {
      if (entry.kind === "release") kind.append(" ", levels[id].name);
      else kind.append(" ", element("span", "notice-mark", levels[id].name), ` ${since}`);
    }
    const main = link(entry, element("span", "atlas-search-title", ...highlight(this.#shown ? entry.title : entry.title.replace("PyTorch ", ""), expression)), " ", kind);
    const name = !isIn(entry.title) && entry.kind !== "term" && entry.names.find((one) => isIn(one) && !isForeign(one)); // by which it was found
    const [before, after] = this.words.also.split("{name}");
    const other = Object.assign(element("span", "", ...highlight(name || "", expression)), { lang: HAN.test(name) ? "zh-CN" : "en" });
    if (name) main.append(" ", element("span", "atlas-search-other-name", before, other, after));
    const source = (entry.kind !== "section" && entries.find(({ text }) => isIn(text))) || entry;
    const passage = passageOf(isIn(source.text) || !entry.about ? source.text : `${source.text}${entry.about}`, expression);
    const shown = Object.assign(element("span", "", ...highlight(passage, expression)), entry.kind === "term" ? { lang: "zh-CN" } : {});
    const context = entry.kind === "term" ? [this.words.corrected, " "] : [];
    if (passage) main.append(" ", element("span", "atlas-search-excerpt", ...context, shown));
    else if (entry.level) main.append(" ", element("span", "atlas-search-excerpt", this.#place(entry, areas)));
    const place = (one) => element("li", "", link(one, one.kind === "section" ? `${kinds.section} PyTorch ${one.release}` : kinds[one.kind]));
    const places = entries.filter((one) => one !== entry).map(place);
    if (entry.kind === "section") places.unshift(element("li", "", link({ url: entry.url.replace("#", "?view=both#") }, this.words.both)));
    return element("li", "", main, ...(places.length ? [element("ul", "atlas-search-places", ...places)] : []));
  }

  /** The areas of a feature without a text, and the releases that name it, if there are several. */
  #place({ areas: ids, history }, areas) {
    const list = (items) => items.join(this.words.comma);
    const versions = Object.keys(history);
    const named = versions.length > 1 ? fill(this.words.place, { versions: list(versions) }) : "";
    return [list(ids.map((id) => areas[id].name)), named].filter(Boolean).join(" · ");
  }

  #showFailure() {
    const retry = Object.assign(element("button", "", this.words.retry), { type: "button", onclick: () => this.open() });
    this.#shown = null;
    this.list.replaceChildren();
    this.status.replaceChildren(this.words.failed, " ", retry);
  }
}

function badge(id, { symbol, name }) {
  const sign = Object.assign(element("span", "stability-symbol", symbol), { ariaHidden: "true" });
  const created = element("span", "stability", sign, " ", name);
  created.dataset.level = id;
  return created;
}

/** The part of a text from before its first match, without partial words. */
function passageOf(text, expression) {
  const index = Math.max(0, expression ? text.search(expression) : 0);
  const lead = index > LEAD_LENGTH ? /[^\s，。、；：]*(?:\s\S{0,10})?$/u.exec(text.slice(index - LEAD_LENGTH, index))[0].length : index;
  const end = index - lead + PASSAGE_LENGTH;
  const passage = text.slice(index - lead, end).replace(/\w/.test(text[end] ?? "") ? /[\w.]+$/ : "", "").trim();
  return passage && `${index > lead ? "…" : ""}${passage}${end < text.length && !/[.。!！?？]$/.test(passage) ? "…" : ""}`;
}

/** The text as nodes, with all matches marked and API names as code. */
function highlight(text, expression) {
  const rangesOf = (pattern) => [...text.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
  const marks = expression ? rangesOf(expression) : [];
  const piece = (start, end) => {
    const cuts = [...new Set([start, ...marks.flat().filter((at) => at > start && at < end), end])];
    const isMarked = (at) => marks.some(([from, to]) => from <= at && at < to);
    return cuts.slice(1).map((to, at) => (isMarked(cuts[at]) ? element("mark", "", text.slice(cuts[at], to)) : text.slice(cuts[at], to)));
  };
  const nodes = [];
  let before = 0;
  for (const [start, end] of rangesOf(API_NAME)) {
    nodes.push(...piece(before, start), element("code", "", ...piece(start, end)));
    before = end;
  }
  return [...nodes, ...piece(before, text.length)];
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A button opens the dialog; so does a link with its query, unless it is to open elsewhere. */
function onOpener(event, open) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
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
  for (const opener of document.querySelectorAll("[data-search]")) opener.addEventListener("click", (event) => onOpener(event, open));
  const query = new URLSearchParams(location.search).get("q");
  if (query?.trim()) open(query);
}
