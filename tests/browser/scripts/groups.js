() => {
  const found = {};
  for (const line of document.querySelectorAll(".changes li")) {
    const area = line.querySelector("[data-area]") ?? line.closest(".area-changes")?.querySelector("h4");
    const text = line.textContent.replace(/\s+/g, " ").trim();
    (found[`${area?.textContent ?? ""} / ${line.closest(".changes").dataset.kind}`] ??= []).push([line.querySelector("a").href, text]);
  }
  return found;
}
