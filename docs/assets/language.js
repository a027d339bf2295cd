// The link to the other language keeps the section: ids are the same in both.

const link = document.querySelector("a[data-language]");

/** The section being read: the last one that the table of contents marks, or the one in the address while it is in view. */
function section() {
  const read = [...document.querySelectorAll(".md-nav--secondary .md-nav__link--active")].at(-1);
  return read?.hash || (inView(location.hash) ? location.hash : "");
}

function inView(hash) {
  const box = document.getElementById(decodeURIComponent(hash.slice(1)))?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < innerHeight;
}

link?.addEventListener("click", () => {
  link.hash = section();
});
