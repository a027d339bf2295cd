// The link to the other language leads to the section that is being read: ids are the same in both languages.

const HEADER = 120; // pixels at the top of the window, with some room below the header
const link = document.querySelector("a[data-language]");

link?.addEventListener("click", () => {
  link.hash = currentSection();
});

/** A source's line, the section that the list of contents marks, the address's target in view, a heading or a row. */
function currentSection() {
  const section = [...document.querySelectorAll(".md-nav--secondary .md-nav__link--active")].at(-1)?.hash;
  const target = isInView(location.hash) ? location.hash : lastAbove("h2, h3, h4, tr, li");
  return lastAbove(".source-line") || section || target;
}

/** The last of these elements that begins above the text in view. */
function lastAbove(selector) {
  const current = [...document.querySelectorAll(`article :is(${selector})[id]`)].findLast((line) => {
    const { top, height } = line.getBoundingClientRect();
    return height > 0 && top < HEADER;
  });
  return current && scrollY > 0 ? `#${current.id}` : "";
}

function isInView(hash) {
  const box = document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}
