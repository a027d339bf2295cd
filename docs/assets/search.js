// Opens the search dialog. Whatever finds something is fetched when somebody searches, not before.

const buttons = document.querySelectorAll("button[data-search]");
// The page for what is missing has one in each language, the one whose addresses are the longer first.
const templates = [...document.querySelectorAll("template[data-search-dialog]")];
const template = templates.find(({ dataset }) => location.pathname.startsWith(new URL(dataset.pages, location).pathname)) ?? templates[0];
let dialog = null;
let dialogue = null; // the promise of what makes the dialog work
let attempts = 0; // to fetch it
let entered = false; // Enter was pressed before it was there

if (template) {
  for (const button of buttons) button.addEventListener("click", () => open());
  document.addEventListener("keydown", onShortcut);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked?.trim()) open(asked);
}

function onShortcut(event) {
  if (event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
  const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
  const chord = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!slash && !chord) return;
  event.preventDefault();
  open();
}

function isTyping(target) {
  if (!(target instanceof Element)) return false;
  const field = target.closest("input, textarea, select, [contenteditable]:not([contenteditable=false])");
  return field !== null && !(field instanceof HTMLInputElement && /^(radio|checkbox|button|submit|reset)$/.test(field.type));
}

/** The field takes what is typed at once, even while the rest is on its way. */
async function open(query) {
  dialog ??= make();
  if (!dialog.open) dialog.showModal();
  const input = dialog.querySelector("input");
  if (query !== undefined) input.value = query;
  input.focus();
  input.select();
  const status = dialog.querySelector("[role=status]");
  dialogue ??= import(attempts++ ? `./search/dialog.js?again=${attempts}` : "./search/dialog.js").then(({ Dialog }) => {
    status.replaceChildren();
    return new Dialog(dialog, template.dataset);
  });
  try {
    (await dialogue).opened(entered);
    entered = false;
  } catch {
    dialogue = null; // a module that failed stays failed under its address
    const { failed, failedLink, failedHref, retry } = template.dataset;
    const link = Object.assign(document.createElement("a"), { href: failedHref, textContent: failedLink });
    const again = Object.assign(document.createElement("button"), { type: "button", textContent: retry });
    again.addEventListener("click", () => open());
    status.replaceChildren(failed, link, " ", again);
  }
}

/** What works without the rest: closing, and remembering that Enter was pressed. */
function make() {
  const made = document.body.appendChild(template.content.querySelector("dialog").cloneNode(true));
  made.querySelector("[data-close]").addEventListener("click", () => made.close());
  made.addEventListener("click", (event) => event.target === made && made.close()); // beside it
  made.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    entered = true;
  });
  return made;
}
