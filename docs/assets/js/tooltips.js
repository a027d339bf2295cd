// Shows the title attributes of the article as tooltips that also appear on keyboard focus.

import { element } from "./elements.js";

const LEAVE_DELAY = 250; // milliseconds in which the pointer may move from an element to its tooltip
const MARK = ".matrix td a"; // of the chart
const GAP = 6; // pixels between an element and its tooltip, and around the tooltip

const tooltip = Object.assign(document.createElement("div"), {
  className: "atlas-tip", id: "atlas-tip", role: "tooltip", popover: "manual",
});
let owner = null; // the element whose title the tooltip shows
let title = ""; // its title, which it lacks while the tooltip is shown
let leaveTimer = 0;

if ("popover" in HTMLElement.prototype) {
  document.body.append(tooltip);
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    clearTimeout(leaveTimer);
    if (tooltip.contains(target) || owner?.contains(target)) return;
    if (owner && !owner.matches(":focus-visible")) leaveTimer = setTimeout(hide, LEAVE_DELAY);
    show(target);
  });
  // On touch screens, the first tap on a mark shows its tooltip; the second follows the link.
  document.addEventListener("click", (event) => {
    const mark = event.pointerType === "touch" && event.target.closest?.(MARK);
    if (!mark) {
      if (event.pointerType === "touch") hide();
    } else if (mark !== owner) {
      event.preventDefault();
      show(mark);
      const hint = mark.closest("[data-tap]")?.dataset.tap;
      if (hint) tooltip.append(element("p", "atlas-tip-hint", hint));
      place();
    }
  });
  document.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && show(target));
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("scroll", place, { passive: true, capture: true });
}

function show(target) {
  const titled = target.closest?.("article [title]:not(button)"); // the title of a button is its name
  if (!titled) return;
  hide();
  owner = titled;
  title = owner.title;
  tooltip.textContent = title;
  owner.removeAttribute("title"); // so that the browser does not show it too
  if (owner.matches(MARK)) owner.ariaLabel = title; // a mark has no other name
  else owner.setAttribute("aria-describedby", tooltip.id);
  tooltip.showPopover();
  place();
}

function place() {
  if (!owner) return;
  const box = owner.getBoundingClientRect();
  if (box.bottom < 0 || box.top > innerHeight) {
    hide();
    return;
  }
  const { top, bottom } = (owner.closest(".marks") ?? owner).getBoundingClientRect(); // a cell's other marks are clear
  const rightmost = document.documentElement.clientWidth - tooltip.offsetWidth - GAP;
  const above = Math.max(GAP, top - GAP - tooltip.offsetHeight);
  const isBelow = bottom - box.bottom <= box.top - top && bottom + GAP + tooltip.offsetHeight < innerHeight;
  tooltip.style.top = `${isBelow ? bottom + GAP : above}px`;
  tooltip.style.left = `${Math.max(GAP, Math.min(box.left, rightmost))}px`;
}

function hide() {
  clearTimeout(leaveTimer);
  if (!owner) return;
  owner.title = title;
  owner.removeAttribute("aria-describedby");
  owner = null;
  tooltip.hidePopover();
}
