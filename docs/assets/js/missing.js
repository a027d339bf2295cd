// The 404 page has both languages, since the same file serves all URLs; below en/, English comes first.

const english = document.querySelector(".missing [lang=en]");
if (location.href.startsWith(english.querySelector("a").href)) {
  document.documentElement.lang = "en";
  for (const part of [english, document.querySelector(".missing-title [lang=en]")]) {
    part.parentElement.querySelector("[lang=zh-CN]").before(part, " ");
  }
}
