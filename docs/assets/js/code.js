// Blocks of code: a button that copies each, and focus for those that scroll, so that arrow keys can move them.

const blocks = [...document.querySelectorAll("article pre > code")];
const name = document.querySelector(".md-header").dataset.copy;

for (const code of navigator.clipboard ? blocks : []) {
  const button = { type: "button", className: "copy-code", title: name, ariaLabel: name };
  code.before(Object.assign(document.createElement("button"), button));
}
addEventListener("resize", measure);
measure();

function measure() {
  for (const code of blocks) {
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
    else code.removeAttribute("tabindex");
  }
}
