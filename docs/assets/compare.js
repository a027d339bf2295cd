// Comparison of any two versions: what hooks/atlas/history/compare.py computes for neighbours, shown as there.

import { textOf } from "./files.js";
import { ordered } from "./versions.js";

const root = document.querySelector("[data-compare]");
const language = document.querySelector("a[data-language]");
const own = document.documentElement.lang;

let view = null; // the form, its status and the place of the result
let stages = null; // the promise of what is known of every feature
let chosen = {}; // the two versions: from, to
let latest = 0; // the number of the newest question: answers to older ones are dropped

if (root) start();

function start() {
  const form = root.querySelector("form");
  const words = root.querySelector("template[data-compare-words]").content;
  const [from, to] = [form.elements.from, form.elements.to];
  const table = (name, value) => {
    const found = words.querySelectorAll(`[data-${name}]`);
    return new Map([...found].map((word) => [word.dataset[name], value(word)]));
  };
  view = {
    from,
    to,
    usual: { from: from.value, to: to.value },
    versions: [...from.options].map((option) => option.value),
    status: form.querySelector("[role=status]"),
    result: root.querySelector("[data-compare-result]"),
    kinds: table("kind", (word) => word.textContent),
    areas: table("area", (word) => word.textContent),
    badges: table("stage", (word) => word.firstElementChild),
    ranks: table("stage", (word) => word.dataset.rank), // none has what nobody classified
    note: words.querySelector(".untranslated-note"),
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    choose(from.value, to.value);
    const address = new URL(location.href);
    for (const [name, version] of Object.entries(chosen)) address.searchParams.set(name, version);
    if (address.href !== location.href) history.pushState(history.state, "", address);
    show();
  });
  addEventListener("popstate", restore);
  restore();
}

/** What the address asks, as far as there are such versions. */
function restore() {
  const asked = new URLSearchParams(location.search);
  const known = (name) => (view.versions.includes(asked.get(name)) ? asked.get(name) : view.usual[name]);
  choose(known("from"), known("to"));
  show();
}

/** The earlier version comes first, however they were chosen. */
function choose(from, to) {
  const isReversed = ordered(from) > ordered(to);
  chosen = isReversed ? { from: to, to: from } : { from, to };
  [view.from.value, view.to.value] = [chosen.from, chosen.to];
}

async function show() {
  const question = ++latest;
  const { title, loading, failed, same } = view.status.dataset;
  if (language) language.search = location.search;
  if (chosen.from === chosen.to) {
    view.result.replaceChildren();
    view.result.removeAttribute("aria-busy");
    say(same);
    return;
  }
  view.result.setAttribute("aria-busy", "true");
  try {
    if (!stages) say(loading);
    stages ??= load();
    const { features } = await stages;
    if (question !== latest) return;
    const words = title.replace("{from}", chosen.from).replace("{to}", chosen.to);
    view.result.replaceChildren(...result(words, differences(features, chosen.from, chosen.to)));
    say(words, true);
  } catch {
    if (question !== latest) return;
    stages = null; // the next choice tries again
    view.result.replaceChildren();
    say(failed);
  }
  view.result.removeAttribute("aria-busy");
}

/** Tells it; what the eye sees anyway, only to those who listen. */
function say(words, isSeen = false) {
  view.status.textContent = words;
  view.status.classList.toggle("visually-hidden", isSeen);
}

async function load() {
  return JSON.parse(await textOf(new URL(root.dataset.stages, location.href)));
}

/** What became of every feature that is known in the later version. */
function differences(features, from, to) {
  const [earlier, later] = [ordered(from), ordered(to)];
  const found = [];
  for (const feature of features) {
    const states = feature.states.map(([version, stage]) => [ordered(version), stage]);
    const stageAt = (version) => states.findLast(([at]) => at <= version)?.[1] ?? "";
    const [before, after] = [stageAt(earlier), stageAt(later)];
    if (!after || (before === "removed" && after === "removed")) continue;
    const isMentioned = states.some(([at]) => at > earlier && at <= later);
    const was = before || feature.before || ""; // of a version that no text names: then the change lies here
    const version = feature.states.findLast(([at]) => ordered(at) <= later)[0];
    found.push({ feature, was, after, version, kind: kind(before, was, after, isMentioned) });
  }
  return found;
}

function kind(before, was, after, isMentioned) {
  if (isMentioned && after === "removed" && before !== "removed") return "removed";
  if (isMentioned && was && was !== after) {
    const [rank, now] = [view.ranks.get(was), view.ranks.get(after) ?? 0];
    return rank !== undefined && Number(rank) < Number(now) ? "promoted" : "changed";
  }
  if (!before) return "new";
  return isMentioned ? "still" : "unmentioned";
}

/** The same as templates/changes.md lays out, one level of headings lower. */
function result(title, found) {
  const counts = element("p", "level-counts");
  for (const [kind, name] of view.kinds) {
    const number = element("strong", "", found.filter((one) => one.kind === kind).length);
    const count = element("span", "kind-count", name, " ", number);
    count.dataset.kind = kind;
    counts.append(count, " ");
  }
  const shown = [element("h2", "", title), counts];
  for (const [area, name] of view.areas) {
    const inArea = found.filter(({ feature }) => (feature.areas[0] ?? "") === area);
    const groups = [...view.kinds.keys()].map((kind) => group(kind, inArea.filter((one) => one.kind === kind)));
    const heading = element("h3", "", name);
    heading.id = area || "no-area"; // as on the static pages
    if (inArea.length) shown.push(heading, ...groups.filter(Boolean));
  }
  return shown;
}

/** Features of one kind in one area. What is not mentioned may be much: it is folded. */
function group(kind, found) {
  if (!found.length) return null;
  const heading = element("h4", "", `${view.kinds.get(kind)} `, element("span", "repair-count", found.length));
  const list = element("ul", "", ...found.map(item));
  const isFolded = kind === "unmentioned";
  const made = isFolded
    ? element("details", "changes", element("summary", "", heading), list)
    : element("div", "changes", heading, list);
  made.dataset.kind = kind;
  return made;
}

function item({ feature, was, after, version }) {
  const link = element("a", "", ...called(feature));
  link.href = new URL(`./${feature.path}`, new URL(root.dataset.root, location.href));
  const arrow = element("span", "separator", "→");
  const before = was && was !== after ? [badge(was), " ", arrow, " "] : [];
  return element("li", "", link, " ", ...before, badge(after), " ", element("span", "stage-since", version));
}

/** The feature's name; in the other language, and marked so, where it has none in the page's. */
function called({ id, name }) {
  if (name[own]) return [name[own]];
  const other = own === "zh" ? "en" : "zh";
  const words = element("span", "", name[other] ?? id);
  if (name[other]) words.lang = other === "zh" ? "zh-CN" : other;
  return name[other] ? [words, " ", view.note.cloneNode(true)] : [words];
}

function badge(stage) {
  return view.badges.get(stage)?.cloneNode(true) ?? stage;
}

/** An element around texts and others. Strings become text, never markup. */
function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
