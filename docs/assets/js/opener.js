// Opens the search dialog, by a button or its shortcut. Its style sheet and script are fetched when it is first asked
// for; what is typed meanwhile goes into its field.

import { element } from "./elements.js";

const { script, style } = document.querySelector(".md-header").dataset;
const openers = [...document.querySelectorAll("[data-search]")]; // buttons, and links with a query
const TYPED = ":read-write, select"; // where a key writes or chooses, and is no shortcut
const fetched = new AbortController(); // from then on, the dialog's own script listens to the openers
let attempts = 0;
let waiting = null; // a field, while the script is fetched

async function open(opener) {
  if (waiting) return;
  const before = document.activeElement;
  let isEntered = false;
  waiting = Object.assign(element("input", "visually-hidden"), { ariaLabel: opener.textContent.trim() });
  waiting.addEventListener("keydown", (event) => { isEntered ||= event.key === "Enter" && !event.isComposing; });
  document.body.append(waiting);
  waiting.focus({ preventScroll: true });
  const isFetched = await fetchScript();
  const { value } = waiting;
  waiting.remove();
  waiting = null;
  before.focus({ preventScroll: true });
  if (!isFetched) return;
  opener.click();
  const field = document.querySelector("dialog[open] input");
  if (value) field.value = value;
  if (value) field.dispatchEvent(new Event("input", { bubbles: true }));
  if (isEntered) field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
}

/** Returns whether the script is there; it opens the dialog itself if the address has a query. */
async function fetchScript() {
  if (fetched.signal.aborted) return true;
  const address = new URL(attempts++ ? `${script}?again=${attempts}` : script, location); // browsers keep a failure
  load("modulepreload", address);
  await load("stylesheet", style); // before the script, which may open the dialog at once
  try {
    await import(address);
  } catch {
    return false;
  }
  fetched.abort();
  return true;
}

/** Add a link to a file; returns a promise that it is loaded, or has failed. */
function load(rel, href) {
  const link = Object.assign(document.createElement("link"), { rel, href });
  document.head.append(link);
  return new Promise((resolve) => { link.onload = link.onerror = resolve; });
}

for (const opener of openers) {
  opener.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(opener);
  }, { signal: fetched.signal });
}
document.addEventListener("keydown", (event) => {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey;
  const isShortcut = isCommand ? event.key.toLowerCase() === "k" : event.key === "/" && !event.target.closest?.(TYPED);
  if (!isShortcut || event.isComposing || event.defaultPrevented || event.altKey) return;
  event.preventDefault();
  if (fetched.signal.aborted) openers[0].click();
  else open(openers[0]);
});
if (new URLSearchParams(location.search).get("q")?.trim()) fetchScript();
