// Opens what is folded when a link leads into it, and all of it for printing.

const openAround = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
};
addEventListener("hashchange", openAround);
openAround();
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("article details")) fold.open = true;
});
