() => Object.fromEntries([...document.querySelectorAll(".features tbody tr:not(.group)")].map((row) => [row.querySelector("a").href.split(/[/#]/).findLast(Boolean), {
  level: row.cells[1].querySelector("[data-state]").dataset.state,
  text: row.cells[1].textContent.replace(/\s+/g, " ").trim(),
  others: [...row.cells[3].children].map((one) => [
    one.lastChild.textContent.trim(), [...one.children].map(({ dataset }) => dataset.state),
  ]),
}]))
