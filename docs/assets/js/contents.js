// The table of contents next to a page: symbols of features' levels, and the section that is being read.

const READING = 0.2; // of the window's height: a section is being read once its heading is above this
const MIN_READING = 120; // pixels: links to a section leave its heading above this

const contents = document.querySelector(".md-nav--secondary");
const links = [...(contents?.querySelectorAll("a") ?? [])];
const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
let isWaiting = false;

links.forEach((link, at) => {
  const symbol = headings[at]?.querySelector(".stability-symbol");
  if (!symbol) return;
  link.dataset.state = symbol.closest("[data-state]").dataset.state;
  link.prepend(symbol.cloneNode(true));
});
if (contents) addEventListener("scroll", follow, { passive: true });
if (contents) follow();

/** Mark the entry of the last heading above, and scroll the table of contents to it, once for each frame. */
function follow() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    // At the end, the last heading may be low.
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
    const line = isAtEnd ? innerHeight : Math.max(innerHeight * READING, MIN_READING);
    const current = links[headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top < line)];
    for (const link of links) link.classList.toggle("md-nav__link--active", link === current && scrollY > 0);
    const box = contents.closest(".md-sidebar__scrollwrap");
    const top = current ? current.offsetTop - box.clientHeight / 2 : 0;
    if (Math.abs(box.scrollTop - top) > box.clientHeight / 3) box.scrollTop = top;
  });
}
