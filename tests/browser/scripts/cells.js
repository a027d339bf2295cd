() => {
  const heads = [...document.querySelectorAll('.across thead th')].map((head) => head.dataset.version);
  const level = (cell) => [...cell.querySelectorAll("[data-level]")].at(-1)?.dataset.level;
  return Object.fromEntries([...document.querySelectorAll('.across tbody tr')].map((row) => [row.id.slice(2),
    [...row.cells].flatMap((cell, at) => (heads[at] && level(cell)
      ? [[heads[at], level(cell), cell.querySelector("a")?.href ?? ""]] : []))]));
}
