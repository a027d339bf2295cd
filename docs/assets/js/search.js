// Opens the search dialog. The scripts and the index for searching are fetched when it first opens.

const buttons = document.querySelectorAll("button[data-search]");
// The 404 page has one template for each language; the one with the longer URLs comes first.
const templates = [...document.querySelectorAll("template[data-search-dialog]")];
const isHere = ({ dataset }) => location.pathname.startsWith(new URL(dataset.pages, location).pathname);
const template = templates.find(isHere) ?? templates[0];
let element = null; // the <dialog>
let loading = null; // the promise of the Dialog that makes it work
let attempts = 0; // to fetch its module
let isEntered = false; // Enter was pressed before the module was loaded

if (template) {
  for (const button of buttons) button.addEventListener("click", () => open());
  document.addEventListener("keydown", onKey);
  const query = new URLSearchParams(location.search).get("q");
  if (query?.trim()) open(query);
}

function onKey(event) {
  if (event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
  const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
  const hasModifiers = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isSlash && !(event.key.toLowerCase() === "k" && hasModifiers)) return;
  event.preventDefault();
  open();
}

function isTyping(target) {
  if (!(target instanceof Element)) return false;
  const field = target.closest("input, textarea, select, [contenteditable]:not([contenteditable=false])");
  const isButton = field instanceof HTMLInputElement && /^(radio|checkbox|button|submit|reset)$/.test(field.type);
  return field !== null && !isButton;
}

/** The field accepts input at once, even while the module is loading. */
async function open(query) {
  element ??= create();
  if (!element.open) element.showModal();
  const input = element.querySelector("input");
  if (query !== undefined) input.value = query;
  input.focus();
  input.select();
  loading ??= load();
  try {
    (await loading).opened(isEntered);
    isEntered = false;
  } catch {
    loading = null;
    showFailure();
  }
}

async function load() {
  // Browsers cache a module's failure, so each further attempt needs a new URL.
  const { Dialog } = await import(attempts++ ? `./search/dialog.js?again=${attempts}` : "./search/dialog.js");
  element.querySelector("[role=status]").replaceChildren();
  return new Dialog(element, template.dataset);
}

function showFailure() {
  const { failed, failedLink, failedHref, retry } = template.dataset;
  const link = Object.assign(document.createElement("a"), { href: failedHref, textContent: failedLink });
  const again = Object.assign(document.createElement("button"), { type: "button", textContent: retry });
  again.addEventListener("click", () => open());
  element.querySelector("[role=status]").replaceChildren(failed, link, " ", again);
}

/** The dialog with what works without the module: it closes, and remembers that Enter was pressed. */
function create() {
  const dialog = document.body.appendChild(template.content.querySelector("dialog").cloneNode(true));
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // on the backdrop
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    isEntered = true;
  });
  return dialog;
}
