([links, asked]) => {
  const read = (link) => {
    try { return new URL(link, "https://own.invalid/a/b/c/d/"); } catch { return { protocol: "", host: "" }; }
  };
  const own = (link) => read(link).host === "own.invalid";
  const may = (link) => read(link).protocol === "mailto:" || (/^https?:/i.test(link) && read(link).host);
  return [links.filter((link) => !own(link) && !may(link)), asked.filter((address) => !own(address))];
}
