// Rows of the table of features can be marked, to see which level they all have; kept in the URL as ?marked=fx,amp.

import { element } from "./elements.js";
import { versionKey } from "./versions.js";

const bar = document.querySelector(".marked");
const answer = bar.querySelector("[data-marked]");
const rows = [...document.querySelectorAll(".explorer-table tbody tr")];
const boxes = new Map(rows.map((row) => [row.id.slice(2), checkbox(row)]));
const versions = [...document.querySelectorAll(".explorer-table thead [data-version]")].map((head) => head.dataset.version);
const levels = [...document.querySelectorAll("select[name=level] option[data-above]")].map((option) => ({
  name: option.textContent, accepted: [option.value, ...option.dataset.above.split(" ")],
}));

for (const box of boxes.values()) box.addEventListener("change", mark);
bar.querySelector("button").addEventListener("click", () => {
  for (const box of boxes.values()) box.checked = false;
  mark();
});
addEventListener("popstate", restore);
restore();

function checkbox(row) {
  const box = element("input", "row-mark");
  box.type = "checkbox";
  box.ariaLabel = answer.dataset.marked.replace("{name}", row.cells[0].textContent.trim());
  row.cells[0].prepend(box);
  return box;
}

function restore() {
  const asked = new URLSearchParams(location.search).get("marked")?.split(",") ?? [];
  for (const [id, box] of boxes) box.checked = asked.includes(id);
  show();
}

function mark() {
  const address = new URL(location.href);
  const ids = [...boxes].filter(([, box]) => box.checked).map(([id]) => id);
  if (ids.length) address.searchParams.set("marked", ids.join(","));
  else address.searchParams.delete("marked");
  history.replaceState(history.state, "", address);
  for (const link of document.querySelectorAll("a[data-language]")) link.search = location.search;
  show();
}

/** Show the highest level that all marked features have, and since which version. */
function show() {
  const marked = rows.filter((row) => boxes.get(row.id.slice(2)).checked);
  const found = levels.map(({ name, accepted }) => ({ name, since: since(marked, accepted) })).find((level) => level.since);
  const { one, all, none } = answer.dataset;
  bar.hidden = !marked.length;
  answer.textContent = (marked.length < 2 ? one : found ? all : none)
    .replace("{count}", marked.length).replace("{level}", found?.name).replace("{version}", found?.since);
}

/** The first version since which all rows have one of these levels, as last stated; empty if there is none. */
function since(marked, accepted) {
  const before = versions.findLastIndex((version) => !marked.every((row) => accepted.includes(stage(row, version))));
  return versions[before + 1] ?? "";
}

function stage(row, version) {
  const answers = [...row.querySelector(".since").children]; // each holds as of a release
  return answers.findLast(({ dataset }) => versionKey(dataset.from) <= versionKey(version))?.dataset.level;
}
