// Blocks of code: a button that copies each, and focus for those that scroll, so that arrow keys can move them.

const name = document.querySelector(".md-header").dataset.copy;

for (const code of document.querySelectorAll("article pre > code")) {
  if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "copy-code", title: name, ariaLabel: name });
  if (navigator.clipboard) code.before(button);
}
