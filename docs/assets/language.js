// The link to the other language keeps the section: ids are the same in both.

const link = document.querySelector("a[data-language]");

/** The section being read: the one in the address, or the last one that the table of contents marks. */
function section() {
  const read = [...document.querySelectorAll(".md-nav--secondary .md-nav__link--active")].at(-1);
  const hash = read?.hash || location.hash;
  return hash && document.getElementById(decodeURIComponent(hash.slice(1))) ? hash : "";
}

link?.addEventListener("click", () => {
  link.hash = section();
});
