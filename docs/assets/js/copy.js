// A click on the permalink of a heading or an entry also copies it.

const MESSAGE_DURATION = 2000; // milliseconds

const message = Object.assign(document.createElement("div"), {
  className: "atlas-tip atlas-note", role: "status", popover: "manual",
});
document.body.append(message);
let timer = 0;

document.addEventListener("click", async ({ target }) => {
  const link = target.closest("a.headerlink, a.row-link");
  if (!link || !navigator.clipboard) return;
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return; // not permitted: the address bar still shows the link
  }
  message.showPopover?.();
  message.textContent = JSON.parse(document.getElementById("__config").textContent).translations["clipboard.copied"];
  clearTimeout(timer);
  timer = setTimeout(() => {
    message.textContent = "";
    message.hidePopover?.();
  }, MESSAGE_DURATION);
});
