// The link to the other language leads to the section that is being read: ids are the same in both languages.

const HEADER = 120; // pixels at the top of the window, with some room below the header
const link = document.querySelector("a[data-language]");

link?.addEventListener("click", () => {
  link.hash = currentSection();
});

/** The last section that the table of contents marks, the target of the address if it is in view, or a line or row. */
function currentSection() {
  const current = [...document.querySelectorAll(".md-nav--secondary .md-nav__link--active")].at(-1);
  return current?.hash || (isInView(location.hash) ? location.hash : currentLine());
}

/** The last line of a source file, or row or item of a list, that begins above the text in view. */
function currentLine() {
  const current = [...document.querySelectorAll("article :is(.source-line, tr, li)[id]")].findLast((line) => {
    const { top, height } = line.getBoundingClientRect();
    return height > 0 && top < HEADER;
  });
  return current && scrollY > 0 ? `#${current.id}` : "";
}

function isInView(hash) {
  const box = document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}
