() => Object.fromEntries([...document.querySelectorAll(".features tbody tr:not(.group)")].map((row) => [row.querySelector("a").href.split(/[/#]/).findLast(Boolean), {
  level: row.querySelector(".level [data-level]").dataset.level,
  text: row.querySelector(".level").textContent.replace(/\s+/g, " ").trim(),
  history: [...row.querySelectorAll(".history .together")].map((one) => [
    one.lastChild.textContent, [...one.children].map(({ dataset }) => dataset.level ?? dataset.notice),
  ]),
}]))
