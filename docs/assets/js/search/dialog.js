// The search dialog: its field, its results and its keys. engine.js finds the results.

import { element } from "../elements.js";
import { MAX_QUERY_LENGTH, fetchIndex } from "./engine.js";
import { excerpt, highlight, matcher } from "./excerpt.js";

const MAX_RESULTS = 10; // until a click shows the others
const TYPING_DELAY = 120; // milliseconds after the last keystroke
const HAN = /\p{Script=Han}/u;
const LOADING_DELAY = 400; // milliseconds until “searching” is shown above old results

export class Dialog {
  #index = null; // a promise of the index
  #latest = 0; // the number of the newest search: results of older ones are dropped
  #timer = 0;
  #answered = ""; // the query whose results are shown
  #follow = false; // Enter was pressed: visit the first result as soon as it is there

  /** `words`: the data attributes of the dialog's template. */
  constructor(dialog, words) {
    this.dialog = dialog;
    this.words = words;
    this.input = dialog.querySelector("input");
    this.status = dialog.querySelector("[role=status]");
    this.results = dialog.querySelector("ol");
    this.more = dialog.querySelector(".atlas-search-more");
    this.pages = new URL(words.pages.replace(/\/?$/, "/"), document.baseURI);
    this.input.addEventListener("input", (event) => event.isComposing || this.#searchSoon());
    this.input.addEventListener("compositionend", () => this.#searchSoon());
    dialog.addEventListener("close", () => this.#onClose());
    dialog.addEventListener("keydown", (event) => this.#onKey(event));
    this.results.addEventListener("click", (event) => this.#onResult(event));
  }

  /** Called whenever the dialog opens. `isEntered`: Enter was pressed while this module was loading. */
  opened(isEntered) {
    if (!this.dialog.open) return;
    this.#follow = isEntered;
    if (this.input.value.trim() !== this.#answered) this.#search();
    else setAddress(this.#answered);
  }

  #onClose() {
    clearTimeout(this.#timer);
    this.#latest++;
    this.#follow = false;
    setAddress("");
  }

  #onResult(event) {
    const link = event.target.closest("a");
    const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || isNewTab || link.pathname !== location.pathname) return;
    // A result on this page: without the query in the URL, the link scrolls instead of reloading.
    setAddress("");
    this.dialog.close();
    if (!link.hash) {
      event.preventDefault();
      scrollTo(0, 0);
    }
  }

  #onKey(event) {
    event.stopPropagation(); // shortcuts of the page must not act here
    if (event.isComposing || event.keyCode === 229) return;
    const all = this.results.parentElement.querySelectorAll("li a, button");
    const links = [...all].filter((one) => one.checkVisibility()); // the button is there only if there are more results
    const at = links.indexOf(document.activeElement);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const action = {
      Escape: () => this.dialog.close(),
      ArrowDown: links.length && (() => links[Math.min(at + 1, links.length - 1)].focus()),
      ArrowUp: at >= 0 && (() => (links[at - 1] ?? this.input).focus()),
      Home: at >= 0 && (() => links[0].focus()),
      End: at >= 0 && (() => links.at(-1).focus()),
      Enter: event.target === this.input && (() => this.#enter()),
    }[event.key];
    if (action) {
      event.preventDefault();
      action();
    } else if (hasModifier && event.key.toLowerCase() === "k") {
      event.preventDefault();
      this.input.focus();
      this.input.select();
    } else if (at >= 0 && !hasModifier && (event.key.length === 1 || event.key === "Backspace")) {
      this.input.focus(); // what is typed on a result goes into the field
    }
  }

  #enter() {
    this.#follow = true;
    if (this.input.value.trim() === this.#answered) this.#visitFirst();
    else this.#search();
  }

  #visitFirst() {
    if (this.#follow) this.results.querySelector("a")?.click();
    this.#follow = false;
  }

  #searchSoon() {
    this.#follow = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), TYPING_DELAY);
  }

  async #search() {
    clearTimeout(this.#timer);
    const query = this.input.value.trim().slice(0, MAX_QUERY_LENGTH);
    const search = ++this.#latest;
    setAddress(query);
    if (!query) {
      this.#answered = "";
      this.#setStatus("");
      this.results.replaceChildren();
      this.more.hidden = true;
      this.results.removeAttribute("aria-busy");
      return;
    }
    const delay = this.results.childElementCount ? LOADING_DELAY : 0;
    const waiting = setTimeout(() => this.#setStatus(this.words.loading), delay);
    this.results.setAttribute("aria-busy", "true");
    try {
      this.#index ??= fetchIndex(new URL("search.json", this.pages));
      const index = await this.#index;
      if (search !== this.#latest) return;
      this.#show(query, index.search(query), index);
    } catch {
      this.#index = null;
      if (search !== this.#latest) return;
      this.#showFailure();
    } finally {
      clearTimeout(waiting);
    }
    this.results.removeAttribute("aria-busy");
    if (this.dialog.open) this.#visitFirst();
  }

  #show(query, { records, missing, found, guessed, similar, isPartial }, index) {
    this.#answered = query;
    const synonyms = index.synonyms.filter((words) => words.some((word) => word.toLowerCase() === query.toLowerCase())).flat();
    if (synonyms.length && isMissing(query, records)) guessed.push(query);
    const results = grouped(records);
    const count = results.length;
    const others = count ? [] : found.filter((words) => words !== query && words.length > 1);
    const text = fill(this.words[messageFor(count, missing, guessed, isPartial, others)], {
      query,
      count,
      missing: missing.join(this.words.comma),
      guessed: guessed.join(this.words.comma),
    });
    this.#setStatus(text, ...others.map((words) => this.#alternative(words)));
    const corrected = records.filter(({ kind, names }) => kind === "term" && names.includes(query)).map(({ title }) => title);
    const expression = matcher([query, ...similar].join(" "), [...corrected, ...synonyms]);
    const items = (some) => some.map((found) => this.#item(found, expression, index));
    this.results.replaceChildren(...items(results.slice(0, MAX_RESULTS)));
    this.results.parentElement.scrollTop = 0;
    this.more.hidden = count <= MAX_RESULTS;
    this.more.textContent = fill(this.words.more, { count: count - MAX_RESULTS });
    this.more.onclick = () => {
      this.results.append(...items(results.slice(MAX_RESULTS)));
      this.more.hidden = true;
      this.results.children[MAX_RESULTS].querySelector("a").focus();
    };
  }

  /** A button that searches for a part of the query. */
  #alternative(words) {
    return this.#button(fill(this.words.instead, { words }), () => {
      this.input.value = words;
      this.#search();
    });
  }

  /** A result, with links to the other places where its feature is. */
  #item([record, ...places], expression, labels) {
    const link = this.#link(record, expression, labels);
    const name = expression && !expression.test(record.title) && properNames(record).find((other) => expression.test(other));
    if (name) link.append(" ", this.#otherName(name, expression));
    const text = excerpt(record.text, expression);
    if (text) link.append(" ", element("span", "atlas-search-excerpt", ...highlight(text, expression)));
    const links = places.map((place) => element("li", "", this.#link(place, expression, labels, record.level)));
    return element("li", "", link, ...(links.length ? [element("ul", "atlas-search-places", ...links)] : []));
  }

  /** A link to a record, with its title, kind, and level, except a `known` one; a feature has its level since a release. */
  #link(record, expression, { kinds, levels }, known = "") {
    const release = record.kind === "section" && `PyTorch ${record.release}`;
    const kind = element("span", "atlas-search-kind", [kinds[record.kind], release].filter(Boolean).join(" "));
    if (levels[record.level] && record.level !== known) kind.append(" ", badge(record.level, levels[record.level]));
    if (record.kind === "feature") kind.append(" ", record.release);
    const title = element("span", "atlas-search-title", ...highlight(record.title, expression));
    const link = element("a", "", title, " ", kind);
    link.href = new URL(record.url, this.pages);
    return link;
  }

  /** The name by which a record was found, if not by its title. */
  #otherName(name, expression) {
    const isHan = HAN.test(name);
    const isForeign = isHan === (document.documentElement.lang === "en");
    const [before, after] = (isForeign ? this.words.inOther : this.words.also).split("{name}");
    const other = element("span", "", ...highlight(name.replaceAll("“", "‘").replaceAll("”", "’"), expression));
    other.lang = isHan ? "zh-CN" : "en";
    return element("span", "atlas-search-other-name", before, other, after);
  }

  #setStatus(text, ...more) {
    this.status.replaceChildren(text, ...more.flatMap((node) => [" ", node]));
  }

  #button(label, action) {
    const button = element("button", "atlas-search-retry", label);
    button.type = "button";
    button.addEventListener("click", () => {
      this.input.focus();
      action();
    });
    return button;
  }

  #showFailure() {
    this.#answered = "";
    this.#follow = false;
    this.results.replaceChildren();
    this.more.hidden = true;
    const link = element("a", "", this.words.failedLink);
    link.href = this.words.failedHref;
    this.#setStatus(this.words.failed, link, this.#button(this.words.retry, () => this.#search()));
  }
}

function badge(id, { symbol, name }) {
  const sign = element("span", "stability-symbol", symbol);
  sign.setAttribute("aria-hidden", "true");
  const created = element("span", "stability", sign, " ", name);
  created.dataset.level = id;
  return created;
}

/** The name of the message that describes the results. */
function messageFor(count, missing, guessed, isPartial, others) {
  if (!count && missing.length) return "unknown";
  if (!count) return others.length ? "parts" : "none";
  if (isPartial) return count === 1 ? "partialOne" : "partial";
  if (guessed.length) return "like";
  return count === 1 ? "one" : "many";
}

/** Whether no record has the query, which is in the page's language: only synonyms of it were found. */
function isMissing(query, records) {
  const isHere = ({ title, names, text }) => [title, ...names, text].some((words) => words.includes(query));
  return HAN.test(query) && document.documentElement.lang !== "en" && !records.some(isHere);
}

/** The names of a record in both languages, and others in Latin letters: another Chinese one may be a mistranslation. */
function properNames({ kind, names }) {
  return kind === "term" ? [] : names.filter((name, at) => at < 2 || !HAN.test(name));
}

/** Group the records of each feature, which its own page and those of releases may have, at its best one. */
function grouped(records) {
  const groups = new Map();
  for (const record of records) {
    const id = record.level ? record.url.split(/[/#]/).filter(Boolean).at(-1) : record.url;
    groups.set(id, [...(groups.get(id) ?? []), record]);
  }
  return [...groups.values()];
}

function fill(text, words) {
  return text.replace(/\{(\w+)\}/g, (whole, word) => words[word] ?? whole);
}

/** Put the query into the URL, so that it can be shared and is restored on going back. */
function setAddress(query) {
  const address = new URL(location.href);
  if (query) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}
