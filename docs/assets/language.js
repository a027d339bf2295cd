// The link to the other language keeps the section: ids are the same in both.

const NEAR = 120; // pixels from the top of the window: below the header
const link = document.querySelector("a[data-language]");

/** What is being read: the last section that the table of contents marks, what the address names while it is in view, or a line. */
function section() {
  const read = [...document.querySelectorAll(".md-nav--secondary .md-nav__link--active")].at(-1);
  return read?.hash || (inView(location.hash) ? location.hash : line());
}

/** The line of a source file, or the row of a list, that is being read. */
function line() {
  const read = [...document.querySelectorAll("article :is(.source-line, tr, li)[id]")].findLast((part) => {
    const { top, height } = part.getBoundingClientRect();
    return height > 0 && top < NEAR;
  });
  return read && scrollY > 0 ? `#${read.id}` : "";
}

function inView(hash) {
  const box = document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}

link?.addEventListener("click", () => {
  link.hash = section();
});
