// The switch in the header opens the other language under every block, on every page and visit until it is switched off.
// No module: it runs before the text is read, so that what is opened never moves what is already shown.

(() => {
  const KEY = "atlas-parallel";
  const LITTLE = 40; // pixels of a block that nobody reads any more
  const button = document.querySelector("button[data-parallel]");
  const copies = document.getElementsByClassName("parallel"); // live: it grows while the page is read
  const isOn = () => button.getAttribute("aria-pressed") === "true";

  /** Whether it was left switched on. A browser that keeps nothing remembers nothing. */
  function remembered() {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false;
    }
  }

  function remember(on) {
    try {
      if (on) localStorage.setItem(KEY, "on");
      else localStorage.removeItem(KEY);
    } catch {
      // the page shows it all the same
    }
  }

  /** The block being read: the one that goes on below the header, or the next, if little of that is left. */
  function read() {
    const line = document.querySelector(".md-header").getBoundingClientRect().bottom;
    const blocks = [...document.querySelectorAll(":has(> .parallel) > :not(.parallel)")];
    return blocks.find((block) => block.getBoundingClientRect().bottom > line + LITTLE);
  }

  /** Open or close all; the block being read stays where it is. */
  function show(on) {
    const held = read();
    const before = held?.getBoundingClientRect().top;
    button.setAttribute("aria-pressed", String(on));
    for (const copy of copies) copy.open = on;
    if (held) scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
  }

  button.addEventListener("click", () => {
    show(!isOn());
    remember(isOn());
  });

  if (remembered()) {
    button.setAttribute("aria-pressed", "true");
    const open = () => {
      for (const copy of copies) copy.open = true;
    };
    const reading = new MutationObserver(open);
    reading.observe(document, { childList: true, subtree: true });
    document.addEventListener("DOMContentLoaded", () => {
      reading.disconnect();
      open();
    });
  }

  // A page that the browser kept whole may have missed a change.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && remembered() !== isOn()) show(remembered());
  });

  // Material opens every fold for printing; those that were closed are left out.
  const closed = (copy) => !copy.open;
  addEventListener("beforeprint", () => [...copies].filter(closed).forEach((copy) => copy.classList.add("unread")));
  addEventListener("afterprint", () => [...copies].forEach((copy) => copy.classList.remove("unread")));
})();
