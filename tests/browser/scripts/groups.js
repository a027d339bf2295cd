(root) => {
  const found = {};
  let area = "";
  for (const part of document.querySelector(root).querySelectorAll(":is(h2, h3, h4), .changes ul")) {
    const { kind } = part.closest(".changes")?.dataset ?? {};
    if (!part.matches("ul") && (!kind || kind === "unmentioned")) area = part.firstChild.textContent.trim();
    if (part.matches("ul")) found[`${area} / ${kind}`] = [...part.querySelectorAll("li")].map((line) =>
      [line.querySelector("a").href, line.textContent.replace(/\s+/g, " ").trim()]);
  }
  return found;
}
