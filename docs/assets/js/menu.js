// The menu of narrow screens works without a script; this also closes it when a link is followed or the focus leaves.

const menu = document.getElementById("__menu");
const opener = document.querySelector("button[popovertarget]");
menu.addEventListener("click", ({ target }) => target.closest("a") && menu.hidePopover?.());
menu.addEventListener("focusout", ({ relatedTarget: next }) => {
  if (next && next !== opener && !menu.contains(next)) menu.hidePopover?.();
});
