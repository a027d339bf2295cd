// “Show edits” marks what was changed in an announcement; each mark gives the original, the reason and the line.

const button = document.querySelector("button[data-edits]");

button?.addEventListener("click", () => {
  const isOn = document.documentElement.classList.toggle("show-edits");
  [button.textContent, button.dataset.other] = [button.dataset.other, button.textContent];
  for (const edit of document.querySelectorAll(".edit")) {
    edit.title = isOn ? edit.dataset.note : "";
    if (isOn) edit.tabIndex = 0;
    else edit.removeAttribute("tabindex");
  }
});
