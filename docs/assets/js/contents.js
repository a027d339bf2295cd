// Adds the symbols of features' levels, which their headings have, to the table of contents.

for (const link of document.querySelectorAll(".md-nav--secondary a")) {
  const symbol = document.getElementById(decodeURIComponent(link.hash.slice(1)))?.querySelector(".stability-symbol");
  if (symbol) {
    link.dataset.level = symbol.closest("[data-level]").dataset.level;
    link.prepend(symbol.cloneNode(true));
  }
}
