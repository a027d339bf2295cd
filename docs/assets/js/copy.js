// A click on the permalink of a heading or an entry also copies it; the button of a block of code copies that.

const MESSAGE_DURATION = 2000; // milliseconds

const message = Object.assign(document.createElement("div"), {
  className: "atlas-tip atlas-note", role: "status", popover: "manual",
});
document.body.append(message);
let timer = 0;

document.addEventListener("click", async ({ target }) => {
  const copied = target.closest("a.headerlink, a.row-link, .copy-code");
  if (!copied || !navigator.clipboard) return;
  try {
    await navigator.clipboard.writeText(copied.href ?? copied.nextElementSibling.textContent);
  } catch {
    return; // not permitted: the address bar still shows the link
  }
  message.showPopover?.();
  message.textContent = document.querySelector(".md-header").dataset.copied;
  clearTimeout(timer);
  timer = setTimeout(() => {
    message.textContent = "";
    message.hidePopover?.();
  }, MESSAGE_DURATION);
});
