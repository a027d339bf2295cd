// Shows only the lines of a source file that were edited, with their edits. Without this script the page is complete.

const source = document.querySelector(".seed");
const switcher = document.querySelector(".seed-switch input");
const folds = [...source.querySelectorAll("details")].filter((fold) => fold.querySelector(".corrections"));

switcher.addEventListener("change", show);
show();

function show() {
  source.classList.toggle("only-edits", switcher.checked);
  for (const fold of folds) fold.open = switcher.checked;
}
