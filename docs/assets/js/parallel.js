// The switch of a page in two languages: one of them, or both if ?view=both is in the URL or was chosen before. An
// inline script (templates/theme/partials/chosen.html) has set the class before anything was painted.

import { setParameter } from "./address.js";

const KEY = "atlas-view";
const REMAINDER = 20; // pixels: a block of which less than this is visible is no longer being read
const root = document.documentElement;
const box = document.querySelector("input[data-both]");

if (box) {
  alignRows();
  addEventListener("resize", alignRows);
  box.checked = isBoth();
  box.addEventListener("change", choose);
  // From the cache of pages, it may have missed a change.
  addEventListener("pageshow", ({ persisted }) => persisted && restore());
}

function isBoth() {
  return !root.classList.contains("view-own");
}

function choose() {
  setParameter("view", box.checked ? "both" : "");
  try {
    if (box.checked) localStorage.setItem(KEY, "both");
    else localStorage.removeItem(KEY);
  } catch {
    // the URL still has it
  }
  show();
}

/** Show one language or both; the block being read stays where it is. */
function show() {
  const current = currentBlock();
  const before = current?.getBoundingClientRect().top;
  root.classList.toggle("view-own", !box.checked);
  alignRows();
  if (current) scrollBy({ top: current.getBoundingClientRect().top - before, behavior: "instant" });
}

/** Side by side, a table's rows are as high as those of its counterpart. */
function alignRows() {
  for (const table of document.querySelectorAll(".table-scroll:has(+ .parallel) > table")) {
    const counterpart = table.parentElement.nextElementSibling.querySelector("table");
    const [own, other] = [table, counterpart].map(({ rows }) => [...rows]);
    for (const row of [...own, ...other]) row.style.height = "";
    const isBeside = table.getBoundingClientRect().right < other[0].getBoundingClientRect().left;
    if (!isBeside || !isBoth()) continue;
    const heights = own.map((row, at) => Math.max(row.offsetHeight, other[at].offsetHeight));
    heights.forEach((height, at) => { own[at].style.height = other[at].style.height = `${height}px`; });
  }
}

/** The first block in the page's own language that is still visible below the header. */
function currentBlock() {
  const top = document.querySelector(".md-header").getBoundingClientRect().bottom;
  const own = [...document.querySelectorAll(":has(> .parallel) > :not(.parallel, .column-heads)")];
  return own.find((block) => block.getBoundingClientRect().bottom > top + REMAINDER);
}

function restore() {
  try {
    box.checked = (new URLSearchParams(location.search).get("view") ?? localStorage.getItem(KEY)) === "both";
  } catch {
    box.checked = isBoth();
  }
  show();
}
