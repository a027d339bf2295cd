// The search dialog: what is typed, what is shown, and keys. Finding is engine.js's.

import { Index, LONGEST, SHOWN } from "./engine.js";
import { excerpt, highlighted, wanted } from "./excerpt.js";

const DELAY = 120; // milliseconds after the last keystroke
const PATIENCE = 400; // milliseconds for which old results stand without a word

export class Dialog {
  #index = null;
  #latest = 0; // the number of the newest search: answers to older ones are dropped
  #timer = 0;
  #answered = ""; // the query whose results are shown
  #follow = false; // Enter was pressed before the results were there

  constructor(dialog, words) {
    this.dialog = dialog;
    this.words = words;
    this.input = dialog.querySelector("input");
    this.status = dialog.querySelector("[role=status]");
    this.results = dialog.querySelector("ol");
    this.root = new URL(words.root.replace(/\/?$/, "/"), document.baseURI);
    this.pages = new URL(words.pages.replace(/\/?$/, "/"), document.baseURI);
    this.input.addEventListener("input", (event) => event.isComposing || this.#later());
    this.input.addEventListener("compositionend", () => this.#later());
    dialog.addEventListener("close", () => this.#closed());
    dialog.addEventListener("keydown", (event) => this.#onKey(event));
    this.results.addEventListener("click", (event) => this.#onResult(event));
  }

  /** Called whenever the dialog opens; `entered`: Enter was pressed while this was being fetched. */
  opened(entered) {
    if (!this.dialog.open) return;
    this.#follow = entered;
    if (this.input.value.trim() !== this.#answered) this.#search();
    else remember(this.#answered);
  }

  #closed() {
    clearTimeout(this.#timer);
    this.#latest++;
    this.#follow = false;
    remember("");
  }

  #onResult(event) {
    const link = event.target.closest("a");
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || link.pathname !== location.pathname) return;
    // On this page the query has to go from the address first, for the link to be a jump and no reload.
    remember("");
    this.dialog.close();
    if (!link.hash) {
      event.preventDefault();
      scrollTo(0, 0);
    }
  }

  #onKey(event) {
    event.stopPropagation(); // the theme's own keys, and ours, are for the page
    if (event.isComposing || event.keyCode === 229) return;
    const links = [...this.results.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    const act = {
      Escape: () => this.dialog.close(),
      ArrowDown: links.length && (() => links[Math.min(at + 1, links.length - 1)].focus()),
      ArrowUp: at >= 0 && (() => (links[at - 1] ?? this.input).focus()),
      Home: at >= 0 && (() => links[0].focus()),
      End: at >= 0 && (() => links.at(-1).focus()),
      Enter: event.target === this.input && (() => this.#enter()),
    }[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (chord && event.key.toLowerCase() === "k") {
      event.preventDefault();
      this.input.focus();
      this.input.select();
    } else if (at >= 0 && !chord && (event.key.length === 1 || event.key === "Backspace")) {
      this.input.focus(); // typing on from a result goes into the field
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

  #later() {
    this.#follow = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), DELAY);
  }

  async #search() {
    clearTimeout(this.#timer);
    const query = this.input.value.trim().slice(0, LONGEST);
    const own = ++this.#latest;
    remember(query);
    if (!query) {
      this.#answered = "";
      this.#say("");
      this.results.replaceChildren();
      this.results.removeAttribute("aria-busy");
      return;
    }
    const waiting = setTimeout(() => this.#say(this.words.loading), this.results.childElementCount ? PATIENCE : 0);
    this.results.setAttribute("aria-busy", "true");
    try {
      this.#index ??= new Index(new URL(`search/${this.words.language}/`, this.root).href);
      const [found, labels] = await Promise.all([this.#index.search(query), this.#index.directory]);
      if (own !== this.#latest) return;
      this.#show(query, found, labels);
    } catch {
      if (own !== this.#latest) return;
      this.#fail();
    } finally {
      clearTimeout(waiting);
    }
    this.results.removeAttribute("aria-busy");
    if (this.dialog.open) this.#visitFirst();
  }

  #show(query, { records, missing, found, guessed, partly }, labels) {
    this.#answered = query;
    const others = records.length ? [] : found.filter((words) => words !== query && words.length > 1);
    const text = fill(this.words[kindOf(records, missing, guessed, partly, others)], {
      query,
      count: records.length,
      missing: missing.join(this.words.comma),
      guessed: guessed.join(this.words.comma),
    });
    this.#say(text, ...others.map((words) => this.#instead(fill(this.words.instead, { words }), words)));
    const asked = wanted(query);
    this.results.replaceChildren(...records.map((record) => this.#item(record, asked, labels)));
    this.results.parentElement.scrollTop = 0;
  }

  /** A button that searches for a part of what was asked. */
  #instead(label, words) {
    return this.#button(label, () => {
      this.input.value = words;
      this.#search();
    });
  }

  #item(record, asked, { kinds, levels }) {
    const link = element("a", "");
    link.href = new URL(record.url, this.pages);
    link.append(element("span", "atlas-search-title", ...highlighted(record.title, asked)));
    const about = element("span", "atlas-search-about");
    const place = [kinds[record.kind], record.kind === "section" && `PyTorch ${record.release}`].filter(Boolean).join(" ");
    about.append(place);
    const level = levels[record.level];
    if (level) {
      const sign = element("span", "stability-symbol", level.symbol);
      sign.setAttribute("aria-hidden", "true");
      const badge = element("span", "stability", sign, " ", level.name);
      badge.dataset.level = record.level;
      about.append(" ", badge);
    }
    link.append(" ", about);
    const name = asked && !asked.test(record.title) && record.names.find((other) => asked.test(other));
    if (name) {
      const [before, after] = this.words.also.split("{name}");
      const other = element("span", "", before ? name.replaceAll("“", "‘").replaceAll("”", "’") : name);
      other.lang = /\p{Script=Han}/u.test(name) ? "zh-CN" : "en";
      link.append(" ", element("span", "atlas-search-also", before, other, after));
    }
    const words = excerpt(record.text, asked);
    if (words) link.append(" ", element("span", "atlas-search-excerpt", ...highlighted(words, asked)));
    return element("li", "", link);
  }

  #say(text, ...more) {
    this.status.replaceChildren(text, ...more.flatMap((node) => [" ", node]));
  }

  #button(label, act) {
    const button = element("button", "atlas-search-retry", label);
    button.type = "button";
    button.addEventListener("click", () => {
      this.input.focus();
      act();
    });
    return button;
  }

  #fail() {
    this.#answered = "";
    this.#follow = false;
    this.results.replaceChildren();
    const link = element("a", "", this.words.failedLink);
    link.href = this.words.failedHref;
    this.#say(this.words.failed, link, this.#button(this.words.retry, () => this.#search()));
  }
}

/** Which of the messages is true. */
function kindOf(records, missing, guessed, partly, others) {
  if (!records.length && missing.length) return "unknown";
  if (!records.length) return others.length ? "parts" : "none";
  if (partly) return records.length === 1 ? "partialOne" : "partial";
  if (guessed.length) return "like";
  return records.length === 1 ? "one" : records.length < SHOWN ? "many" : "best";
}

function fill(text, words) {
  return text.replace(/\{(\w+)\}/g, (whole, word) => words[word] ?? whole);
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** The query stands in the address, so that it can be shared, and found again on going back. */
function remember(query) {
  const address = new URL(location.href);
  if (query) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}
