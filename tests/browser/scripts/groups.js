() => Object.fromEntries([...document.querySelectorAll(".changes ul")].map((list) => [
  `${list.closest(".area-changes")?.querySelector("h4")?.textContent ?? ""} / ${list.closest(".changes").dataset.kind}`,
  [...list.querySelectorAll("li")].map((line) =>
    [line.querySelector("a").href, line.textContent.replace(/\s+/g, " ").trim()]),
]))
