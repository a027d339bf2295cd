// Shows one language instead of both, unless ?view=both is in the URL or was chosen before.
// Not a module: it runs while the page is parsed, so that nothing that is already shown moves.

(() => {
  const KEY = "atlas-view";
  const REMAINDER = 20; // pixels: a block of which less than this is visible is no longer being read
  const choices = [...document.querySelectorAll("a[data-view]")];

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

  /** The first block in the page's own language that is still visible below the header. */
  function currentBlock() {
    const top = document.querySelector(".md-header").getBoundingClientRect().bottom;
    const own = [...document.querySelectorAll(":has(> .parallel) > :not(.parallel, .column-heads)")];
    return own.find((block) => block.getBoundingClientRect().bottom > top + REMAINDER);
  }

  function mark(view) {
    document.documentElement.classList.toggle("view-own", view === "own");
    for (const choice of choices) {
      if (choice.dataset.view === view) choice.setAttribute("aria-current", "true");
      else choice.removeAttribute("aria-current");
    }
  }

  /** Show one language or both; the block being read stays where it is. */
  function show(view) {
    const current = currentBlock();
    const before = current?.getBoundingClientRect().top;
    mark(view);
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

  mark(chosen());

  // A page from the back/forward cache may have missed a change.
  addEventListener("pageshow", ({ persisted }) => {
    const isOwn = document.documentElement.classList.contains("view-own");
    if (persisted && isOwn !== (chosen() === "own")) show(chosen());
  });
})();
