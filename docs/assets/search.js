// Opens the search dialog. Whatever finds something is fetched when somebody searches, not before.

const button = document.querySelector("button[data-search]");
const template = document.querySelector("template[data-search-dialog]");
let dialog = null;
let dialogue = null; // the promise of what makes the dialog work

if (button && template) {
  button.addEventListener("click", () => open());
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
  dialog ??= document.body.appendChild(template.content.querySelector("dialog").cloneNode(true));
  if (!dialog.open) dialog.showModal();
  const input = dialog.querySelector("input");
  if (query !== undefined) input.value = query;
  input.focus();
  input.select();
  dialogue ??= import("./search/dialog.js").then(({ Dialog }) => new Dialog(dialog, template.dataset));
  try {
    (await dialogue).opened();
  } catch {
    dialogue = null; // asked for anew the next time
    dialog.querySelector("[role=status]").textContent = template.dataset.failed;
  }
}
