// Search: our own dialog over Pagefind's index. Nothing of the index is fetched before the dialog is opened.

const PAGES = 8;
const SECTIONS = 3;
const CANDIDATES = 40; // pages looked into where the index alone does not decide
const DELAY = 150; // milliseconds after the last keystroke
const HAN = /\p{Script=Han}/u;

const button = document.querySelector("button[data-search]");
const template = document.querySelector("template[data-search-dialog]");

/** Everything that belongs to the dialog, made when it is first opened. */
let view = null;
let index = null; // the promise of Pagefind, once asked for
let attempts = 0; // to load it
let latest = 0; // the number of the newest search: answers to older ones are dropped
let timer = 0;
let answered = ""; // the query whose results are shown
let follow = false; // Enter was pressed before the results were there

if (button && template) {
  button.addEventListener("click", () => open());
  document.addEventListener("keydown", onShortcut);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked?.trim()) open(asked);
}

function onShortcut(event) {
  if (event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
  const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
  const chord = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!slash && !chord) return;
  event.preventDefault();
  open();
}

function isTyping(target) {
  if (!(target instanceof Element)) return false;
  const field = target.closest("input, textarea, select, [contenteditable]:not([contenteditable=false])");
  return field !== null && !(field instanceof HTMLInputElement && /^(radio|checkbox|button|submit|reset)$/.test(field.type));
}

function open(query) {
  view ??= make();
  if (!view.dialog.open) view.dialog.showModal();
  if (query !== undefined) view.input.value = query;
  view.input.focus();
  view.input.select();
  load().catch(() => {}); // told when something is searched for
  if (view.input.value.trim() !== answered) search();
  else remember(answered);
}

function make() {
  const dialog = template.content.querySelector("dialog").cloneNode(true);
  document.body.append(dialog);
  const made = {
    dialog,
    input: dialog.querySelector("input"),
    status: dialog.querySelector("[role=status]"),
    results: dialog.querySelector("ol"),
  };
  made.input.addEventListener("input", (event) => {
    if (!event.isComposing) later();
  });
  made.input.addEventListener("compositionend", later);
  dialog.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    follow = false;
    remember("");
  });
  dialog.addEventListener("keydown", onKey);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  });
  made.results.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || link.pathname !== location.pathname) return;
    // On this page the query has to go from the address first, for the link to be a jump and no reload.
    remember("");
    dialog.close();
    if (!link.hash) {
      event.preventDefault();
      scrollTo(0, 0);
    }
  });
  return made;
}

function onKey(event) {
  event.stopPropagation(); // the theme's own keys, and ours, are for the page
  if (event.isComposing || event.keyCode === 229) return;
  const inField = event.target === view.input;
  const links = [...view.results.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  const chord = event.ctrlKey || event.metaKey || event.altKey;
  if (event.key === "Escape") {
    event.preventDefault();
    view.dialog.close();
  } else if (event.key === "ArrowDown" && links.length) {
    event.preventDefault();
    links[Math.min(at + 1, links.length - 1)].focus();
  } else if (event.key === "ArrowUp" && at >= 0) {
    event.preventDefault();
    (links[at - 1] ?? view.input).focus();
  } else if ((event.key === "Home" || event.key === "End") && at >= 0) {
    event.preventDefault();
    links.at(event.key === "Home" ? 0 : -1).focus();
  } else if (event.key === "Enter" && inField) {
    event.preventDefault();
    follow = true;
    if (view.input.value.trim() === answered) visitFirst();
    else search();
  } else if (chord && event.key.toLowerCase() === "k") {
    event.preventDefault();
    view.input.focus();
    view.input.select();
  } else if (at >= 0 && !chord && (event.key.length === 1 || event.key === "Backspace")) {
    view.input.focus(); // typing on from a result goes into the field
  }
}

function visitFirst() {
  if (follow) view.results.querySelector("a")?.click();
  follow = false;
}

function later() {
  follow = false;
  clearTimeout(timer);
  timer = setTimeout(search, DELAY);
}

async function search() {
  clearTimeout(timer);
  const query = view.input.value.trim();
  const own = ++latest;
  remember(query);
  if (!query) {
    answered = "";
    say("");
    view.results.replaceChildren();
    view.results.removeAttribute("aria-busy");
    return;
  }
  if (!view.results.childElementCount) say(template.dataset.loading);
  view.results.setAttribute("aria-busy", "true");
  try {
    const pagefind = await load();
    const found = await find(pagefind, query);
    if (own !== latest) return;
    show(query, found);
  } catch {
    if (own !== latest) return;
    fail();
  }
  view.results.removeAttribute("aria-busy");
  if (view.dialog.open) visitFirst();
}

/** The pages to show, how many there are, and the word they were found by if not by the whole query. */
async function find(pagefind, query) {
  const whole = await first(pagefind, query);
  const cut = words(query);
  const longest = cut.reduce((best, word) => (word.length > best.length ? word : best), "");
  const doubtful = (!whole.count && cut.length > 1) || cut.some((word) => word.length === 1 && HAN.test(word));
  if (!doubtful) return whole;
  // Nothing, or left-over single characters: the browser and the index may cut the words differently, and then
  // pages that say them are missed. So search for the longest one, and keep the pages that say the whole.
  const { results: loose } = await pagefind.search(longest);
  const saying = (await read(loose.slice(0, CANDIDATES))).filter((page) => says(page.content, query));
  if (!whole.count && !saying.length && cut.length > 1) {
    const partly = await first(pagefind, longest);
    if (partly.count) return { ...partly, by: longest };
  }
  const urls = new Set(saying.map((page) => page.url));
  const rest = whole.pages.filter((page) => !urls.has(page.url) && (!saying.length || says(page.content, query)));
  return { pages: [...saying, ...rest].slice(0, PAGES), count: saying.length + rest.length };
}

/** The first pages for the query. Pagefind shortens a word until something begins so: that much is no answer. */
async function first(pagefind, query) {
  const { results } = await pagefind.search(query);
  // Of “C++” the index knows only the letter: then those that say it as it stands come first.
  const signs = /[^\p{L}\p{N}\s._-]/u.test(query);
  const candidates = await read(results.slice(0, signs ? CANDIDATES : PAGES));
  const rank = (page) => (says(page.meta.title, query) ? 0 : says(page.content, query) ? 1 : 2);
  const pages = (signs ? candidates.sort((a, b) => rank(a) - rank(b)) : candidates).slice(0, PAGES);
  const stems = words(query).map((word) => word.slice(0, Math.max(3, Math.ceil(word.length * 0.6))));
  const near = pages.some((page) => says(`${page.meta.title} ${page.content}`, stems.join(" ")));
  return near ? { pages, count: results.length } : { pages: [], count: 0 };
}

function read(results) {
  return Promise.all(results.map((result) => result.data()));
}

function words(query) {
  if (!("Segmenter" in Intl)) return query.split(/\s+/);
  const cut = new Intl.Segmenter(document.documentElement.lang, { granularity: "word" }).segment(query);
  return [...cut].filter((piece) => piece.isWordLike).map((piece) => piece.segment);
}

/** Does the text say every part of the query as it stands? */
function says(text, query) {
  const low = (text ?? "").toLowerCase();
  return query.toLowerCase().split(/\s+/).every((part) => low.includes(part));
}

/** Pagefind with its index, loaded once; after a failure it is asked for anew. */
function load() {
  index ??= start();
  return index;
}

async function start() {
  const root = new URL(button.dataset.root.replace(/\/?$/, "/"), document.baseURI);
  const module = new URL("pagefind/pagefind.js", root);
  if (attempts++) module.search = `?again=${attempts}`; // a module that failed stays failed under its address
  try {
    const pagefind = await import(module.href);
    await pagefind.options({
      baseUrl: root.pathname,
      bundlePath: new URL("pagefind/", root).pathname,
      excerptLength: 24,
      ranking: { pageLength: 0 }, // releases are long, lists short: length says nothing of what a page is about
    });
    await pagefind.init();
    return pagefind;
  } catch (error) {
    index = null;
    throw error;
  }
}

function say(text, ...more) {
  view.status.replaceChildren(text, ...more);
}

function fill(text, words) {
  return text.replace(/\{(\w+)\}/g, (whole, word) => words[word] ?? whole);
}

function show(query, { pages, count, by }) {
  answered = query;
  const { none, partly, one, many, first } = template.dataset;
  const text = count === 0 ? none : by ? partly : count === 1 ? one : count > pages.length ? first : many;
  say(fill(text, { query, by, count, shown: pages.length }));
  view.results.replaceChildren(...pages.map((page) => pageItem(page, by ?? query)));
  view.results.parentElement.scrollTop = 0;
}

function fail() {
  answered = "";
  follow = false;
  view.results.replaceChildren();
  const link = element("a", "", template.dataset.failedLink);
  link.href = template.dataset.failedHref;
  const again = element("button", "atlas-search-retry", template.dataset.retry);
  again.type = "button";
  again.addEventListener("click", () => {
    view.input.focus();
    search();
  });
  say(template.dataset.failed, link, " ", again);
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function pageItem(page, query) {
  const own = new URL(page.url, location.href);
  const all = (page.sub_results ?? [])
    .filter((section) => new URL(section.url, location.href).hash && section.anchor?.element !== "h1")
    .sort(compare(query));
  const literal = all.filter((section) => says(`${section.title} ${section.plain_excerpt}`, query));
  const sections = (literal.length ? literal : all).slice(0, SECTIONS);
  const title = element("a", "atlas-search-page");
  title.href = own.href;
  if (page.meta.kind) title.append(element("span", "atlas-search-kind", page.meta.kind), " ");
  title.append(element("span", "atlas-search-title", ...marked(page.meta.title ?? page.url, query)));
  const item = element("li", "", title);
  if (!sections.length) {
    title.append(element("span", "atlas-search-excerpt", ...excerpt(page.excerpt, query)));
    return item;
  }
  const list = element("ul", "atlas-search-sections");
  for (const section of sections) {
    const link = element("a", "", element("span", "atlas-search-section", ...marked(section.title, query)));
    link.href = new URL(section.url, location.href).href;
    link.append(" ", element("span", "atlas-search-excerpt", ...excerpt(section.excerpt, query)));
    list.append(element("li", "", link));
  }
  item.append(list);
  return item;
}

/** First by how much of its title the query is, then by how much the section says of it. */
function compare(query) {
  const named = (section) => (says(section.title, query) ? query.length / section.title.length : 0);
  const weight = (section) => (section.weighted_locations ?? []).reduce((sum, place) => sum + place.balanced_score, 0);
  return (a, b) => named(b) - named(a) || weight(b) - weight(a);
}

/** Pagefind's excerpt is HTML: only its text and its <mark> come over. */
function excerpt(source, query) {
  const { body } = new DOMParser().parseFromString(source ?? "", "text/html");
  if (says(body.textContent, query)) return marked(body.textContent, query);
  return [...body.childNodes].map((node) =>
    node.nodeName === "MARK" ? element("mark", "", node.textContent) : document.createTextNode(node.textContent),
  );
}

/** The text as nodes, the parts of the query marked in it. */
function marked(text, query) {
  const parts = query.split(/\s+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pieces = text.split(new RegExp(`(${parts.join("|")})`, "giu"));
  return pieces.map((piece, at) => (at % 2 ? element("mark", "", piece) : document.createTextNode(piece)));
}

/** The query stands in the address, so that it can be shared, and found again on going back. */
function remember(query) {
  const address = new URL(location.href);
  if (query) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}
