// Fixes Material's markup for users of keyboards and screen readers.

// The menu of narrow screens works without a script; this also closes it when a link is followed or the focus leaves.
const menu = document.getElementById("__menu");
const opener = document.querySelector("button[popovertarget]");
menu.addEventListener("click", ({ target }) => target.closest("a") && menu.hidePopover?.());
menu.addEventListener("focusout", ({ relatedTarget: next }) => {
  if (next && next !== opener && !menu.contains(next)) menu.hidePopover?.();
});

// “More” closes on clicks and focus outside it, and on Escape.
const more = document.querySelector(".bar-more");
for (const kind of ["click", "focusin"]) {
  document.addEventListener(kind, ({ target }) => {
    if (more?.open && !more.contains(target)) more.open = false;
  });
}
more?.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  more.open = false;
  more.querySelector("summary").focus();
});

// Material shows the label of the current color scheme, but checks its radio button only after a choice.
const palette = document.querySelector("[data-md-component=palette]");
const checkCurrentScheme = () => {
  for (const option of palette.querySelectorAll("input")) option.checked = !option.nextElementSibling.hidden;
};
new MutationObserver(checkCurrentScheme).observe(palette, { subtree: true, attributeFilter: ["hidden"] });
checkCurrentScheme();

// Space does nothing on a checked radio button; here it switches to the next scheme, as Enter does in Material.
palette.addEventListener("keydown", (event) => {
  if (event.key !== " ") return;
  event.preventDefault();
  palette.querySelector("label:not([hidden])").click();
  palette.querySelector("input:checked").focus();
});

// Material puts the buttons of a code block into a <nav> without a name, although they are not navigation.
addEventListener("load", () => {
  for (const nav of document.querySelectorAll(".md-code__nav")) nav.setAttribute("role", "none");
});

// Makes code focusable before Material's script runs, which undoes this where nothing scrolls.
for (const code of document.querySelectorAll("pre > code")) code.tabIndex = 0;
