// Shows what became of features between any two versions: api/v1/stages.json says it for each.

import { element } from "./elements.js";
import { fetchText } from "./fetch.js";
import { versionKey } from "./versions.js";

const root = document.querySelector("[data-compare]");
const languageLink = document.querySelector("a[data-language]");
const language = document.documentElement.lang;

let view = null; // the form, its status and result, and the texts of the template
let data = null; // the promise of the stages of every feature
let chosen = {}; // the two versions: from, to
let latest = 0; // the number of the newest request: results of older ones are dropped

if (root) start();

function start() {
  const form = root.querySelector("form");
  const words = root.querySelector("template[data-compare-words]").content;
  const { from, to } = form.elements;
  const table = (name, value) => {
    const found = words.querySelectorAll(`[data-${name}]`);
    return new Map([...found].map((word) => [word.dataset[name], value(word)]));
  };
  view = {
    from,
    to,
    defaults: { from: from.value, to: to.value },
    versions: [...from.options].map((option) => option.value),
    missing: [...from.options].map((option) => option.dataset.missing), // released before each, and not collected
    status: form.querySelector("[role=status]"),
    result: root.querySelector("[data-compare-result]"),
    kinds: table("kind", (word) => word.textContent),
    areas: table("area", (word) => word.textContent),
    badges: table("stage", (word) => word.firstElementChild),
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

/** Read the versions from the address; unknown ones are replaced by the defaults. */
function restore() {
  const parameters = new URLSearchParams(location.search);
  const known = (name) => (view.versions.includes(parameters.get(name)) ? parameters.get(name) : view.defaults[name]);
  choose(known("from"), known("to"));
  show();
}

/** The earlier version comes first, in whichever order they were chosen. */
function choose(from, to) {
  const isReversed = versionKey(from) > versionKey(to);
  chosen = isReversed ? { from: to, to: from } : { from, to };
  [view.from.value, view.to.value] = [chosen.from, chosen.to];
}

async function show() {
  const request = ++latest;
  const { title, loading, failed, same } = view.status.dataset;
  if (languageLink) languageLink.search = location.search;
  if (chosen.from === chosen.to) {
    view.result.replaceChildren();
    view.result.removeAttribute("aria-busy");
    setStatus(same);
    return;
  }
  view.result.setAttribute("aria-busy", "true");
  try {
    if (!data) setStatus(loading);
    data ??= fetchText(new URL(root.dataset.stages, location.href)).then(JSON.parse);
    const { features } = await data;
    if (request !== latest) return;
    const heading = title.replace("{from}", chosen.from).replace("{to}", chosen.to);
    view.result.replaceChildren(...render(heading, differences(features, chosen.from, chosen.to)));
    const missing = missingBetween(chosen.from, chosen.to);
    if (missing) view.result.firstElementChild.after(element("p", "absent", missing));
    setStatus(heading, true);
  } catch {
    if (request !== latest) return;
    data = null; // the next choice tries again
    view.result.replaceChildren();
    setStatus(failed);
  }
  view.result.removeAttribute("aria-busy");
}

/** Which releases between two versions are not collected, in words. */
function missingBetween(from, to) {
  const place = (version) => view.versions.indexOf(version) + 1;
  const missing = view.missing.slice(place(from), place(to)).filter(Boolean);
  const { missing: words, separator } = view.status.dataset;
  return missing.length ? words.replace("{versions}", missing.join(separator)) : "";
}

/** `isHidden`: for screen readers only, since the result itself shows it. */
function setStatus(text, isHidden = false) {
  view.status.textContent = text;
  view.status.classList.toggle("visually-hidden", isHidden);
}

/** One difference for every feature that is known as of the later version; its kind is published with the data. */
function differences(features, from, to) {
  const found = [];
  for (const feature of features) {
    const until = (version) => feature.states.filter(([at]) => versionKey(at) <= versionKey(version)).length;
    const [earlier, later] = [until(from), until(to)];
    const kind = feature.outcomes[earlier][later - earlier];
    if (!kind) continue;
    const was = feature.states[earlier - 1]?.[1] ?? feature.before ?? "";
    const [version, after] = feature.states[later - 1];
    found.push({ feature, was, after, version, kind });
  }
  return found;
}

/** How often each kind of change is found, then the features by area and kind. */
function render(title, found) {
  const counts = element("p", "level-counts");
  for (const [kind, name] of view.kinds) {
    const number = element("strong", "", found.filter((one) => one.kind === kind).length);
    const count = element("span", "kind-count", name, " ", number);
    count.dataset.kind = kind;
    counts.append(count, " ");
  }
  const parts = [element("h2", "", title), counts];
  for (const [area, name] of view.areas) {
    const inArea = found.filter(({ feature }) => (feature.areas[0] ?? "") === area);
    const groups = [...view.kinds.keys()].map((kind) => group(kind, inArea.filter((one) => one.kind === kind)));
    const heading = element("h3", "", name);
    heading.id = area || "no-area"; // as on the static pages
    if (inArea.length) parts.push(heading, ...groups.filter(Boolean));
  }
  return parts;
}

/** The features of one kind in one area; those not mentioned, which may be many, are folded. */
function group(kind, found) {
  if (!found.length) return null;
  const heading = element("h4", "", `${view.kinds.get(kind)} `, element("span", "repair-count", found.length));
  const list = element("ul", "", ...found.map(item));
  const isFolded = kind === "unmentioned";
  const created = isFolded
    ? element("details", "changes", element("summary", "", heading), list)
    : element("div", "changes", heading, list);
  created.dataset.kind = kind;
  return created;
}

function item({ feature, was, after, version }) {
  const link = element("a", "", ...nameOf(feature));
  link.href = new URL(`./${feature.path}`, new URL(root.dataset.root, location.href));
  const arrow = element("span", "separator", "→");
  const before = was && was !== after ? [badge(was), " ", arrow, " "] : [];
  return element("li", "", link, " ", ...before, badge(after), " ", element("span", "stage-since", version));
}

/** The feature's name, with a note where it exists only in the other language. */
function nameOf({ id, name }) {
  if (name[language]) return [name[language]];
  const other = language === "zh" ? "en" : "zh";
  const words = element("span", "", name[other] ?? id);
  if (name[other]) words.lang = other === "zh" ? "zh-CN" : other;
  return name[other] ? [words, " ", view.note.cloneNode(true)] : [words];
}

function badge(stage) {
  return view.badges.get(stage)?.cloneNode(true) ?? stage;
}
