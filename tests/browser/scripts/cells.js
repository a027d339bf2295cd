() => {
  const heads = [...document.querySelectorAll('.across thead th')].map((head) => head.dataset.version);
  return Object.fromEntries([...document.querySelectorAll('.across tbody tr')].map((row) => [row.id.slice(2),
    [...row.cells].flatMap((cell, at) => (heads[at] && cell.firstElementChild
      ? [[heads[at], cell.firstElementChild.dataset.level, cell.querySelector("a")?.href ?? ""]] : []))]));
}
