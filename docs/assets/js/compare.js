// Shows how features changed between any two versions, according to api/v1/stages.json.

import { element } from "./elements.js";
import { fetchText } from "./fetch.js";
import { versionKey } from "./versions.js";

const root = document.querySelector("[data-compare]");
const languageLink = document.querySelector("a[data-language]");
const language = document.documentElement.lang;
const FIELDS = ["from", "to", "area"];
const VERSION = /^\d{1,3}(\.\d{1,3}){1,2}$/;

let view = null; // the form's fields, the page's strings, and the elements that change
let data = null; // the promise of stages.json
let chosen = {}; // the value of each field
let unknown = []; // versions in the URL that are not collected
let latest = 0; // the number of the newest request: results of older ones are dropped

if (root) start();

function start() {
  const form = root.querySelector("form");
  const words = root.querySelector("template[data-compare-words]").content;
  const { from, to, area } = form.elements;
  const table = (name, value) => {
    const found = words.querySelectorAll(`[data-${name}]`);
    return new Map([...found].map((word) => [word.dataset[name], value(word)]));
  };
  const optionsOf = (field) => [...field.options].map((option) => option.value);
  view = {
    fields: { from, to, area },
    defaults: { from: from.value, to: to.value, area: "" },
    options: { from: optionsOf(from), to: optionsOf(to), area: optionsOf(area) },
    missing: [...from.options].map((option) => option.dataset.missing), // uncollected releases before each one
    status: form.querySelector("[role=status]"),
    result: root.querySelector("[data-compare-result]"),
    meanings: [...document.querySelectorAll("dl.descriptions")].map(readMeanings), // forwards and backwards
    areas: table("area", (word) => word.textContent),
    badges: table("stage", (word) => word.firstElementChild),
    note: words.querySelector(".untranslated-note"),
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const isSame = from.value === to.value; // then the other release is the one that was there before
    const releases = isSame ? { from: chosen.to, to: chosen.from } : { from: from.value, to: to.value };
    choose({ ...releases, area: area.value });
  });
  form.querySelector("[data-swap]").addEventListener("click", () => choose({ from: chosen.to, to: chosen.from }));
  addEventListener("popstate", restore);
  restore();
}

/** A list of kinds of changes, with their names and meanings. */
function readMeanings(list) {
  const kinds = [...list.querySelectorAll("dt")].map((name) => {
    return [name.dataset.kind, { name: name.textContent, meaning: name.nextElementSibling.textContent }];
  });
  return { list, kinds };
}

/** Read the choice from the URL and show it; values that the form does not offer are replaced by the defaults. */
function restore() {
  const before = JSON.stringify(chosen);
  const parameters = new URLSearchParams(location.search);
  const known = (name) => view.options[name].includes(parameters.get(name));
  unknown = ["from", "to"].filter((name) => VERSION.test(parameters.get(name)) && !known(name)).map((name) => parameters.get(name));
  chosen = Object.fromEntries(FIELDS.map((name) => [name, known(name) ? parameters.get(name) : view.defaults[name]]));
  if (JSON.stringify(chosen) !== before) show(); // a link to a place on this page changes nothing
}

/** Change the choice and the URL. */
function choose(values) {
  chosen = { ...chosen, ...values };
  unknown = [];
  const address = new URL(location.href);
  address.hash = "";
  for (const name of FIELDS) {
    if (chosen[name]) address.searchParams.set(name, chosen[name]);
    else address.searchParams.delete(name);
  }
  if (address.href !== location.href) history.pushState(history.state, "", address);
  show();
}

async function show() {
  const request = ++latest;
  const { title, back, loading, failed, same, unknown: notCollected } = view.status.dataset;
  for (const name of FIELDS) view.fields[name].value = chosen[name];
  if (languageLink) languageLink.search = location.search;
  if (chosen.from === chosen.to) {
    fill();
    setStatus(same);
    return;
  }
  view.result.setAttribute("aria-busy", "true");
  try {
    if (!data) setStatus(loading);
    data ??= fetchText(new URL(root.dataset.stages, location.href)).then(JSON.parse);
    const { features } = await data;
    if (request !== latest) return;
    const isBack = versionKey(chosen.from) > versionKey(chosen.to);
    const [earlier, later] = isBack ? [chosen.to, chosen.from] : [chosen.from, chosen.to];
    const heading = (isBack ? back : title).replace("{from}", chosen.from).replace("{to}", chosen.to);
    const notes = [...unknown.map((version) => notCollected.replace("{version}", version)), missingBetween(earlier, later)];
    const found = differences(features, earlier, later);
    fill(
      element("h2", "", heading),
      ...notes.filter(Boolean).map((words) => element("p", "absent", words)),
      ...render(chosen.area ? found.filter(({ feature }) => feature.areas.includes(chosen.area)) : found, isBack),
    );
    setStatus(heading, true);
  } catch {
    if (request !== latest) return;
    data = null; // the next choice tries again
    fill();
    setStatus(failed);
  }
}

/** Show the result, and stop reserving room for it. */
function fill(...parts) {
  view.result.replaceChildren(...parts);
  view.result.removeAttribute("aria-busy");
  view.result.classList.add("is-filled");
}

/** The note on releases between two versions that are not collected. */
function missingBetween(earlier, later) {
  const place = (version) => view.options.from.indexOf(version) + 1;
  const missing = view.missing.slice(place(earlier), place(later)).filter(Boolean);
  const { missing: words, separator } = view.status.dataset;
  return missing.length ? words.replace("{versions}", missing.join(separator)) : "";
}

/** `isHidden`: for screen readers only, since the result itself shows it. */
function setStatus(text, isHidden = false) {
  view.status.textContent = text;
  view.status.classList.toggle("visually-hidden", isHidden);
}

/** The differences of all features with a known outcome; their kinds are part of the published data. */
function differences(features, earlier, later) {
  const found = [];
  for (const feature of features) {
    const until = (version) => feature.states.filter(([at]) => versionKey(at) <= versionKey(version)).length;
    const [before, known] = [until(earlier), until(later)];
    const kind = feature.outcomes[before][known - before];
    if (!kind) continue;
    const was = feature.states[before - 1]?.[1] ?? feature.before ?? "";
    const [version, after] = feature.states[known - 1];
    const statedBefore = !before && feature.before ? feature.states[0][0] : ""; // the earlier level's version is unknown
    found.push({ feature, was, after, version, kind, statedBefore, elsewhere: statedElsewhere(feature, version, later, after) });
  }
  return found;
}

/** The version and level of the last text that is not collected, if it states another level between two versions. */
function statedElsewhere({ elsewhere }, earlier, later, level) {
  const isBetween = ([at]) => versionKey(at) > versionKey(earlier) && versionKey(at) <= versionKey(later);
  const last = elsewhere.findLast(isBetween);
  return last?.[1] === level ? undefined : last;
}

/** The changes by kind and area, and features that are not announced in one list. */
function render(found, isBack) {
  const { none, noneHere } = view.status.dataset;
  const { kinds } = view.meanings[Number(isBack)];
  const groups = kinds.map(([kind, words]) => [kind, words, found.filter((one) => one.kind === kind)]);
  const present = groups.filter(([, , some]) => some.length);
  const hasChanges = present.some(([kind]) => kind !== "unmentioned");
  const parts = present.map(([kind, words, some]) => {
    const name = element("h3", "", words.name, " ", element("span", "repair-count", some.length));
    const areas = byArea(some).map(([area, inArea]) => {
      const list = element("ul", "", ...inArea.map((one) => item(one, isBack)));
      return element("div", "area-changes", ...(chosen.area ? [] : [element("h4", "", area)]), list);
    });
    if (kind === "unmentioned") return folded(name, words.meaning, areas, !hasChanges);
    return ofKind(kind, element("div", "changes", name, ...areas));
  });
  explain(present.map(([kind]) => kind), isBack);
  if (!hasChanges) return [element("p", "empty", chosen.area ? noneHere : none), ...parts];
  return [element("ul", "group-counts", ...present.map(countOf)), ...parts];
}

/** Show what these kinds mean, and hide the other meanings. */
function explain(kinds, isBack) {
  view.meanings.forEach(({ list }, at) => {
    list.hidden = at !== Number(isBack);
    for (const part of list.children) part.hidden = !kinds.includes(part.dataset.kind);
  });
}

/** The number of changes of a kind, as a link to them. */
function countOf([kind, words, some]) {
  const link = element("a", "", element("strong", "", some.length), ` ${words.name}`);
  link.href = `#${kind}`;
  link.addEventListener("click", () => document.getElementById(kind).setAttribute("open", "")); // it may be collapsed
  return element("li", "", link);
}

/** Area names with their differences. A feature counts for the chosen area, else for its first one. */
function byArea(found) {
  const areaOf = ({ areas }) => chosen.area || (areas[0] ?? "");
  const groups = [...view.areas].map(([area, name]) => [name, found.filter((one) => areaOf(one.feature) === area)]);
  return groups.filter(([, inArea]) => inArea.length);
}

/** Features that are not announced, collapsed since there may be many, unless the reader has opened the previous list. */
function folded(name, meaning, areas, isOnly) {
  const list = element("details", "changes", element("summary", "", name), element("p", "note", meaning), ...areas);
  list.open = isOnly || document.querySelector("#unmentioned[open]") !== null;
  return ofKind("unmentioned", list);
}

function ofKind(kind, group) {
  group.dataset.kind = kind;
  group.id = kind;
  return group;
}

/** A feature, its levels, and the versions that state them. */
function item({ feature, was, after, version, kind, statedBefore, elsewhere }, isBack) {
  const link = element("a", "", ...nameOf(feature));
  link.href = new URL(`./${feature.path}`, new URL(root.dataset.root, location.href));
  const { stated, before, notCollected } = view.status.dataset;
  const steps = [step(after, note(stated, version))];
  const isKnown = was && was !== after && !(isBack && kind === "new");
  if (isKnown) steps[isBack ? "push" : "unshift"](step(was, statedBefore ? note(before, statedBefore) : ""));
  if (elsewhere && !isBack) steps.push(step(elsewhere[1], note(notCollected, elsewhere[0])));
  for (const later of steps.slice(1)) later.prepend(element("span", "separator", "→"), " ");
  return element("li", "", link, " ", element("span", "levels", ...steps.flatMap((each) => [each, " "])));
}

/** A level with a note. */
function step(level, words) {
  return element("span", "together", badge(level), ...(words ? [" ", words] : []));
}

/** A note on a version. */
function note(words, version) {
  return element("span", "stage-since", words.replace("{version}", version));
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
