// Shows how features changed between any two releases, from the features in the page.

import { element } from "./elements.js";
import { versionKey } from "./versions.js";

const root = document.querySelector("[data-compare]");
const languageLink = document.querySelector("a[data-language]");
const FIELDS = ["from", "to", "area", "level"];
const FEW = 30; // changes of a kind that are more than this are grouped by area
const OPEN = 100; // and if more than this, or on a phone, the areas are folded
const UNDATED = "undated"; // what is superseded since a time unknown: it is no difference between two releases
const VERSION = /^\d{1,3}(\.\d{1,3}){1,2}$/;

let view = null; // the form's fields, the page's strings, and the elements that change
let features = []; // as hooks/atlas/site/kinds/compare.py describes them
let chosen = {}; // the value of each field, of the two releases the older one first
let unknown = []; // versions in the URL that do not exist
let isReversed = false; // in the form, the newer release is first

if (root) start();

function start() {
  const form = root.querySelector("form");
  const words = root.querySelector("template[data-compare-words]").content;
  const table = (name, value) => {
    const found = words.querySelectorAll(`[data-${name}]`);
    return new Map([...found].map((word) => [word.dataset[name], value(word)]));
  };
  const fields = Object.fromEntries(FIELDS.map((name) => [name, form.elements[name]]));
  view = {
    fields,
    defaults: Object.fromEntries(FIELDS.map((name) => [name, fields[name].value])),
    options: Object.fromEntries(FIELDS.map((name) => [name, [...fields[name].options].map((option) => option.value)])),
    status: form.querySelector("[role=status]"),
    levelAt: form.querySelector("[data-level-at]"),
    result: root.querySelector("[data-compare-result]"),
    kinds: [...table("kind", (word) => ({ name: word.textContent, meaning: word.title, column: word.dataset.column }))],
    areas: new Map([...[...fields.area.options].slice(1).map(linkOf), ...table("area", (word) => word)]),
    badges: table("badge", (word) => word.firstElementChild),
    relations: table("relation", (word) => word.textContent.split("{name}")),
    columns: words.querySelector(".changes-columns"),
    note: words.querySelector(".untranslated-note"),
  };
  features = JSON.parse(root.querySelector("script").textContent).map(named);
  form.addEventListener("submit", (event) => event.preventDefault());
  const entered = () => Object.fromEntries(FIELDS.map((name) => [name, fields[name].value]));
  form.addEventListener("change", () => choose(entered()));
  addEventListener("popstate", restore);
  restore();
}

/** A feature of the page's data, which has no names of fields. */
function named([name, lang, path, areas, turns, kinds, gained, related, former]) {
  return { name, lang, path, areas, turns, kinds, gained, related, former };
}

/** An area with a link to its page, given its option in the form. */
function linkOf({ value, text }) {
  const link = linkTo(`areas/${value}/`, [text]);
  link.dataset.area = value;
  return [value, link];
}

/** Read the choice from the URL and show it; values that the form does not offer are replaced by the defaults. */
function restore() {
  const before = JSON.stringify([chosen, isReversed]);
  const parameters = new URLSearchParams(location.search);
  const known = (name) => view.options[name].includes(parameters.get(name));
  const isUnknown = (name) => VERSION.test(parameters.get(name)) && !known(name);
  unknown = ["from", "to"].filter(isUnknown).map((name) => parameters.get(name));
  const valueOf = (name) => (known(name) ? parameters.get(name) : view.defaults[name]);
  chosen = inOrder(Object.fromEntries(FIELDS.map((name) => [name, valueOf(name)])));
  if (JSON.stringify([chosen, isReversed]) !== before) show(chosen); // a link to a place on this page changes nothing
}

/** The choice with the older release first. */
function inOrder(values) {
  const { from, to } = values;
  isReversed = versionKey(from) > versionKey(to);
  return isReversed ? { ...values, from: to, to: from } : values;
}

/** Change the choice and the URL. */
function choose(values) {
  chosen = inOrder(values);
  unknown = [];
  const address = new URL(location.href);
  address.hash = "";
  for (const [name, value] of Object.entries(values)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  if (address.href !== location.href) history.pushState(history.state, "", address);
  // The form keeps the order in which the releases were chosen, so that the other one can be chosen next.
  show(values);
}

/** Show the changes between the two releases; `entered`: what the form shows. */
function show(entered) {
  const { colon, comma, same, reversed, unknown: notThere } = view.status.dataset;
  for (const [name, value] of Object.entries(entered)) view.fields[name].value = value;
  if (languageLink) languageLink.search = location.search;
  const { from, to } = chosen;
  view.levelAt.textContent = view.levelAt.dataset.levelAt.replace("{version}", to);
  if (from === to) {
    view.result.replaceChildren(element("p", "empty", same, " ", toRelease()));
    setStatus(same, true);
    return;
  }
  const labelOf = (name) => view.fields[name].selectedOptions[0].textContent;
  const only = ["area", "level"].filter((name) => chosen[name]).map(labelOf);
  const heading = `${from} → ${to}${only.length ? colon : ""}${only.join(comma)}`;
  const notes = unknown.map((version) => notThere.replace("{version}", version));
  if (isReversed) notes.push(reversed);
  const shownNotes = notes.map((note) => element("p", "muted reservation", note));
  const found = features.flatMap((feature) => changes(feature, from, to)).filter(isWanted);
  const about = element("p", "muted", announcements());
  const { again } = [...view.fields.to.options].find(({ value }) => value === to).dataset;
  if (again && isOneStep() && !only.length) {
    about.append(" · ", Object.assign(toRelease("#digest"), { textContent: again }));
  }
  view.result.replaceChildren(element("h2", "", heading), about, ...shownNotes, ...render(found));
  setStatus(heading, true);
}

/** Which announcements changed something: those after the earlier release. */
function announcements() {
  const { of, ofSeveral } = view.status.dataset;
  return (isOneStep() ? of : ofSeveral).replace("{versions}", versions());
}

/** The first release after the earlier one. */
function next() {
  return view.options.from[view.options.from.indexOf(chosen.from) - 1]; // the newest is first
}

/** No other release is in between, so that all changes came with the later one. */
function isOneStep() {
  return next() === chosen.to;
}

function versions() {
  const { range } = view.status.dataset;
  return isOneStep() ? chosen.to : range.replace("{first}", next()).replace("{last}", chosen.to);
}

/** A feature that was deprecated or superseded keeps its level. */
function isWanted({ feature, kind, after }) {
  const status = kind === UNDATED ? "superseded" : kind;
  const isOfLevel = !chosen.level || (feature.gained[kind] ? status : after.state) === chosen.level;
  return isOfLevel && (!chosen.area || feature.areas.includes(chosen.area));
}

/** `isHidden`: for screen readers only, since the result itself shows it. */
function setStatus(text, isHidden = false) {
  view.status.textContent = text;
  view.status.classList.toggle("visually-hidden", isHidden);
}

/** How a feature changed: hooks/atlas/history/changes.py decides that for any two releases. */
function changes(feature, earlier, later) {
  const isUntil = (version, limit) => versionKey(version) <= versionKey(limit);
  const turnsUntil = (limit) => feature.turns.filter(([version]) => isUntil(version, limit)).length;
  const [before, known] = [turnsUntil(earlier), turnsUntil(later)];
  const kinds = feature.kinds[before].split(",")[known - before].split(" ").filter(Boolean);
  const start = feature.former.length ? feature.former : feature.turns.find(([, state]) => state);
  const turnAt = (count) => (feature.turns[count - 1]?.[1] ? feature.turns[count - 1] : start);
  const [from, after] = [before, known].map(turnAt).map(stateOf);
  const dateOf = (kind) => (kind === UNDATED ? "" : (feature.gained[kind]?.[0] ?? after.since));
  return kinds.map((kind) => ({ feature, kind, from, after, version: dateOf(kind) }));
}

/** A state and the version with which it began, with the words that say so. */
function stateOf([version, state, since = version, ...words]) {
  return { state, since, words };
}

/** The changes by kind and area, in each the last ones first. */
function render(found) {
  const groups = view.kinds.map(([kind, words]) => [kind, words, found.filter((one) => one.kind === kind)]);
  const present = groups.filter(([, , some]) => some.length);
  const dated = present.filter(([kind]) => kind !== UNDATED);
  const counts = element("ul", "group-counts", ...dated.map(countOf));
  const none = element("p", "empty", view.status.dataset.none, " ", wayOn());
  const parts = present.map(([kind, words, some]) => {
    const title = marked(element("h3", "", words.name, " ", element("span", "tally", some.length)), kind);
    const meaning = element("p", "muted", words.meaning.replace("{versions}", versions()));
    const isLong = some.length > FEW && !chosen.area;
    const areas = byArea(some);
    const items = () => areas.flatMap(([area, inArea]) => inArea.map((one) => item(one, area)));
    const list = isLong ? inColumns(areas, some.length) : element("ul", "", ...items());
    if (isLong) meaning.append(" ", opener([...list.querySelectorAll("details")]));
    const group = kind === UNDATED
      ? element("details", "changes", element("summary", "changes-head", title), meaning, list)
      : element("div", "changes", element("div", "changes-head", title, meaning), list);
    if (!isLong) list.before(columnHeads(words.column));
    group.dataset.kind = kind;
    group.id = kind;
    return group;
  });
  return [dated.length ? counts : none, ...parts];
}

/** The headings of a list's columns; screen readers read the list without. */
function columnHeads(column) {
  const heads = view.columns.cloneNode(true);
  heads.children[1].textContent = column;
  if (chosen.area) heads.lastElementChild.remove();
  return heads;
}

/** Areas that can be folded, in two columns of about the same height. */
function inColumns(areas, total) {
  const columns = [element("div"), element("div")];
  const isOpen = total <= OPEN && matchMedia("(min-width: 45em)").matches;
  const weight = (inArea) => (isOpen ? inArea.length + 2 : 1); // in lines
  const half = areas.reduce((sum, [, inArea]) => sum + weight(inArea), 0) / 2;
  let placed = 0;
  for (const [area, inArea] of areas) {
    const title = element("h4", "", area.textContent); // it opens the fold, so it cannot be a link
    const summary = element("summary", "", title, " ", element("span", "muted", inArea.length));
    const fold = element("details", "area-changes", summary, element("ul", "", ...inArea.map((one) => item(one))));
    fold.open = isOpen;
    columns[placed < half ? 0 : 1].append(fold);
    placed += weight(inArea);
  }
  return element("div", "change-columns", ...columns);
}

/** A button that opens all of these folds, or closes them if all are open. */
function opener(folds) {
  const { open, close } = view.status.dataset;
  const button = element("button", "open-all", open);
  button.type = "button";
  const areAllOpen = () => folds.every((fold) => fold.open);
  const name = () => { button.textContent = areAllOpen() ? close : open; };
  button.addEventListener("click", () => {
    const isToOpen = !areAllOpen();
    for (const fold of folds) fold.open = isToOpen;
  });
  for (const fold of folds) fold.addEventListener("toggle", name);
  return button;
}

/** A link from an empty result: to all areas and levels, or else to the later release. */
function wayOn() {
  const { from, to, area, level } = chosen;
  if (!area && !level) return toRelease();
  return Object.assign(element("a", "", view.status.dataset.widen), { href: `?${new URLSearchParams({ from, to })}` });
}

/** A link to the later release. */
function toRelease(anchor = "") {
  const { to } = chosen;
  const link = element("a", "", view.status.dataset.release.replace("{version}", to));
  link.href = addressOf(`releases/${to}/${anchor}`);
  return link;
}

/** The number of changes of a kind, as a link to them. */
function countOf([kind, words, some]) {
  const link = marked(element("a", "", element("strong", "", some.length), ` ${words.name}`), kind);
  link.href = `#${kind}`;
  return element("li", "", link);
}

/** An element with the shape and color of a kind of change, if it has one. */
function marked(node, kind) {
  if (view.badges.has(kind)) node.dataset.state = kind;
  return node;
}

/** Areas with their changes. A feature counts for the chosen area, else for its first one. */
function byArea(found) {
  const areaOf = ({ areas }) => chosen.area || (areas[0] ?? "");
  const last = ({ version }) => versionKey(version);
  const newestFirst = found.toSorted((one, other) => (last(one) < last(other)) - (last(one) > last(other)));
  const changesIn = (area) => newestFirst.filter((one) => areaOf(one.feature) === area);
  const groups = [...view.areas].map(([area, name]) => [name, changesIn(area)]);
  return groups.filter(([, inArea]) => inArea.length);
}

/** A feature with what took its place, its former and its present level, and its area, unless the list is of one. */
function item({ feature, kind, from, after, version }, area) {
  const name = element("span", "feature", linkTo(feature.path, nameOf(feature)), ...feature.related.flatMap(related));
  const keepsLevel = feature.gained[kind];
  const since = (release) => element("span", "level-since", release);
  const change = element("span", "change");
  const present = element("span", "after");
  const hasFormer = !keepsLevel && from.state !== after.state;
  if (hasFormer) {
    const former = element("span", "before", badge(from.state), " ", since(from.since));
    change.append(former, " ", element("span", "arrow", "→"), " ");
  }
  const isInHeading = !hasFormer && (keepsLevel || after.state === "removed");
  if (!isInHeading) present.append(badge(after.state));
  if (version && (hasFormer || !isOneStep())) present.append(" ", since(version));
  change.append(present, ...citation(keepsLevel?.slice(1) ?? after.words, feature.path));
  const line = element("li", "", name, " ", change);
  if (area && !chosen.area) line.append(" ", area.cloneNode(true));
  return line;
}

/** PyTorch's words, as a link to where the feature's page has them with their source. */
function citation([words, lang, anchor], path) {
  if (!words) return [];
  const link = linkTo(path + anchor, [Object.assign(element("q", "", words), { lang })]);
  link.className = "citation";
  return [" ", link];
}

/** “now superseded by FSDP2” */
function related([relation, name, path]) {
  const [before, behind] = view.relations.get(relation);
  return [" ", element("small", "", before, path ? linkTo(path, worded(name)) : worded(name).join(""), behind)];
}

function linkTo(path, words) {
  return Object.assign(element("a", "", ...words), { href: addressOf(path) });
}

function addressOf(path) {
  return new URL(`./${path}`, new URL(root.dataset.root, location.href));
}

function badge(level) {
  return view.badges.get(level)?.cloneNode(true) ?? level;
}

/** The feature's name, with a note where it exists only in the other language. */
function nameOf({ name, lang }) {
  const parts = worded(name);
  if (!lang) return parts;
  const words = Object.assign(element("span", "", ...parts), { lang });
  return [words, " ", view.note.cloneNode(true)];
}

/** The parts of a name, of which every second one is an API name. */
function worded(name) {
  const breakable = (path) => path.split(/(?<=[._])/).flatMap((piece, at) => (at ? [element("wbr"), piece] : [piece]));
  return name.map((part, at) => (at % 2 ? element("code", "", ...breakable(part)) : part));
}
