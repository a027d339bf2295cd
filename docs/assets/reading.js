// What a title attribute explains is shown on focus too, not for the mouse alone; a heading's own link copies itself.

const GRACE = 250; // milliseconds in which the pointer may move from a word to its explanation
const SHOWN = 2000; // milliseconds for which a message stays
const GAP = 6; // pixels between a word and its explanation, and around both

const tip = Object.assign(document.createElement("div"), { className: "atlas-tip", id: "atlas-tip", role: "tooltip", popover: "manual" });
const note = Object.assign(document.createElement("div"), { className: "atlas-tip atlas-note", role: "status", popover: "manual" });
document.body.append(tip, note);

let owner = null; // what is explained now; its title waits in the tip
let leaving = 0;
let noted = 0;

function explain(target) {
  const wanted = target.closest?.("article [title]:not(button)"); // a button is named by its title
  if (!wanted) return;
  hide();
  owner = wanted;
  tip.textContent = owner.title;
  owner.removeAttribute("title"); // or the browser shows it once more
  owner.setAttribute("aria-describedby", tip.id);
  tip.showPopover();
  place();
}

function place() {
  if (!owner) return;
  const at = owner.getBoundingClientRect();
  if (at.bottom < 0 || at.top > innerHeight) {
    hide();
    return;
  }
  const below = at.bottom + GAP + tip.offsetHeight < innerHeight;
  tip.style.top = `${below ? at.bottom + GAP : at.top - GAP - tip.offsetHeight}px`;
  tip.style.left = `${Math.max(GAP, Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - GAP))}px`;
}

function hide() {
  clearTimeout(leaving);
  if (!owner) return;
  owner.title = tip.textContent;
  owner.removeAttribute("aria-describedby");
  owner = null;
  tip.hidePopover();
}

if ("popover" in HTMLElement.prototype) {
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    clearTimeout(leaving);
    if (tip.contains(target) || owner?.contains(target)) return;
    if (owner && !owner.matches(":focus-visible")) leaving = setTimeout(hide, GRACE);
    explain(target);
  });
  document.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && explain(target));
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("scroll", place, { passive: true, capture: true });
}

/** The link of a section or an entry: the address changes as with any link, and is copied. */
document.addEventListener("click", async ({ target }) => {
  const link = target.closest("a.headerlink, a.row-link");
  if (!link || !navigator.clipboard) return;
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return; // not allowed to: the address bar has it
  }
  note.showPopover?.();
  note.textContent = JSON.parse(document.getElementById("__config").textContent).translations["clipboard.copied"];
  clearTimeout(noted);
  noted = setTimeout(() => {
    note.textContent = "";
    note.hidePopover?.();
  }, SHOWN);
});
