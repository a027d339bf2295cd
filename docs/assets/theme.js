// What Material's markup leaves out for those who do not use a mouse or do not see.

// The menu of narrow screens opens and closes without a script; here it makes way when its reader goes on.
const menu = document.getElementById("__menu");
const opener = document.querySelector("button[popovertarget]");
menu.addEventListener("click", ({ target }) => target.closest("a") && menu.hidePopover?.());
menu.addEventListener("focusout", ({ relatedTarget: next }) => {
  if (next && next !== opener && !menu.contains(next)) menu.hidePopover?.();
});

// Of the colour schemes, the one whose label is shown is chosen: nothing else says so before somebody chooses.
const palette = document.querySelector("[data-md-component=palette]");
const tell = () => {
  for (const option of palette.querySelectorAll("input")) option.checked = !option.nextElementSibling.hidden;
};
new MutationObserver(tell).observe(palette, { subtree: true, attributeFilter: ["hidden"] });
tell();

// The buttons of a code block stand in a navigation landmark without a name: they are not navigation.
addEventListener("load", () => {
  for (const nav of document.querySelectorAll(".md-code__nav")) nav.setAttribute("role", "none");
});

// Code that scrolls is reached by keyboard from the first moment on; Material takes this back where nothing scrolls.
for (const code of document.querySelectorAll("pre > code")) code.tabIndex = 0;
