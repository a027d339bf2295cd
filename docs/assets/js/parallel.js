// A button in the header opens the other language below every block, on all pages, until it is pressed again.
// Not a module: it runs while the page is parsed, so that opened blocks never move what is already shown.

(() => {
  const KEY = "atlas-parallel";
  const REMAINDER = 40; // pixels: a block of which less than this is visible is no longer being read
  const button = document.querySelector("button[data-parallel]");
  const blocks = document.getElementsByClassName("parallel"); // live: it grows while the page is parsed
  const isOn = () => button.getAttribute("aria-pressed") === "true";

  /** Whether it was left on. Without storage it is off on every page. */
  function isStored() {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false;
    }
  }

  function store(on) {
    try {
      if (on) localStorage.setItem(KEY, "on");
      else localStorage.removeItem(KEY);
    } catch {
      // this page shows the blocks nevertheless
    }
  }

  /** The first original block that is still visible below the header. */
  function currentBlock() {
    const top = document.querySelector(".md-header").getBoundingClientRect().bottom;
    const originals = [...document.querySelectorAll(":has(> .parallel) > :not(.parallel)")];
    return originals.find((block) => block.getBoundingClientRect().bottom > top + REMAINDER);
  }

  function openAll(on = true) {
    for (const block of blocks) block.open = on;
  }

  /** Open or close all; the block being read stays where it is. */
  function show(on) {
    const current = currentBlock();
    const before = current?.getBoundingClientRect().top;
    button.setAttribute("aria-pressed", String(on));
    openAll(on);
    if (current) scrollBy({ top: current.getBoundingClientRect().top - before, behavior: "instant" });
  }

  button.addEventListener("click", () => {
    show(!isOn());
    store(isOn());
  });

  if (isStored()) {
    button.setAttribute("aria-pressed", "true");
    const parsing = new MutationObserver(() => openAll());
    parsing.observe(document, { childList: true, subtree: true });
    document.addEventListener("DOMContentLoaded", () => {
      parsing.disconnect();
      openAll();
    });
  }

  // A page from the back/forward cache may have missed a change.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && isStored() !== isOn()) show(isStored());
  });

  // Material opens all <details> for printing; print.css hides those that were closed.
  addEventListener("beforeprint", () => {
    for (const block of blocks) if (!block.open) block.classList.add("unread");
  });
  addEventListener("afterprint", () => {
    for (const block of blocks) block.classList.remove("unread");
  });
})();
