// The link to the other language leads to the section that is being read: ids are the same in both languages.

const HEADER_HEIGHT = 120; // pixels at the top of the window, with some room below the header
const link = document.querySelector("a[data-language]");

link?.addEventListener("click", () => {
  link.hash = currentSection();
});

/** A source line, else the table of contents' current section, the URL's target if in view, or a heading or row. */
function currentSection() {
  const section = [...document.querySelectorAll(".md-nav--secondary .md-nav__link--active")].at(-1)?.hash;
  const target = isInView(location.hash) ? location.hash : lastAbove("h2, h3, h4, tr, li");
  return lastAbove(".seed-line") || section || target;
}

/** The last of these elements that begins above the visible text. */
function lastAbove(selector) {
  const current = [...document.querySelectorAll(`article :is(${selector})[id]`)].findLast((line) => {
    const { top, height } = line.getBoundingClientRect();
    return height > 0 && top < HEADER_HEIGHT;
  });
  return current && scrollY > 0 ? `#${current.id}` : "";
}

function isInView(hash) {
  const box = document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}
