// Shows both languages side by side: for ?view=both in the URL, and then on every page until one language is chosen.
// Not a module: it runs while the page is parsed, so that opened blocks never move what is already shown.

(() => {
  const KEY = "atlas-view";
  const REMAINDER = 20; // pixels: a block of which less than this is visible is no longer being read
  const choices = [...document.querySelectorAll("a[data-view]")];
  const blocks = document.getElementsByClassName("parallel"); // live: it grows while the page is parsed

  /** The view in the URL, else the last choice; without storage, one language. */
  function chosen() {
    const asked = new URLSearchParams(location.search).get("view");
    try {
      return (asked ?? localStorage.getItem(KEY)) === "both" ? "both" : "own";
    } catch {
      return asked === "both" ? "both" : "own";
    }
  }

  function store(view) {
    try {
      if (view === "both") localStorage.setItem(KEY, view);
      else localStorage.removeItem(KEY);
    } catch {
      // the URL still has it
    }
  }

  /** The first original block that is still visible below the header. */
  function currentBlock() {
    const top = document.querySelector(".md-header").getBoundingClientRect().bottom;
    const originals = [...document.querySelectorAll(":has(> .parallel) > :not(.parallel, .column-heads)")];
    return originals.find((block) => block.getBoundingClientRect().bottom > top + REMAINDER);
  }

  function mark(view) {
    document.documentElement.classList.toggle("view-both", view === "both");
    for (const choice of choices) {
      if (choice.dataset.view === view) choice.setAttribute("aria-current", "true");
      else choice.removeAttribute("aria-current");
    }
  }

  function open(view) {
    for (const block of blocks) block.open = view === "both";
  }

  /** Show one language or both; the block being read stays where it is. */
  function show(view) {
    const current = currentBlock();
    const before = current?.getBoundingClientRect().top;
    mark(view);
    open(view);
    if (current) scrollBy({ top: current.getBoundingClientRect().top - before, behavior: "instant" });
  }

  for (const choice of choices) {
    choice.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const { view } = choice.dataset;
      const address = new URL(location.href);
      if (view === "both") address.searchParams.set("view", view);
      else address.searchParams.delete("view");
      history.replaceState(history.state, "", address);
      store(view);
      show(view);
    });
  }

  document.querySelector(".bar-view a[data-language]").addEventListener("click", () => store("own")); // one language

  if (chosen() === "both") {
    mark("both");
    const parsing = new MutationObserver(() => open("both"));
    parsing.observe(document, { childList: true, subtree: true });
    document.addEventListener("DOMContentLoaded", () => {
      parsing.disconnect();
      open("both");
    });
  }

  // A page from the back/forward cache may have missed a change.
  addEventListener("pageshow", ({ persisted }) => {
    const isBoth = document.documentElement.classList.contains("view-both");
    if (persisted && isBoth !== (chosen() === "both")) show(chosen());
  });

  // Material opens all <details> for printing; print.css hides those that were closed.
  addEventListener("beforeprint", () => {
    for (const block of blocks) if (!block.open) block.classList.add("unread");
  });
  addEventListener("afterprint", () => {
    for (const block of blocks) block.classList.remove("unread");
  });
})();
