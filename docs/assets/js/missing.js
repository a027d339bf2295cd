// The 404 page has both languages, since the same file serves all URLs; below en/, it is in English alone, with the bar
// and the footer of the English home page.

import { fetchText } from "./fetch.js";

const FRAME = [
  ".bar-home", ".bar-entries", "[data-search] > span", "a[data-language]", "#__menu > nav:first-child", ".md-copyright",
];

const english = document.querySelector(".missing [lang=en]");
const home = english.querySelector("li a").href;
const root = document.querySelector(".missing [lang=zh-CN] li a").href;

if (location.href.startsWith(home)) {
  document.documentElement.lang = "en";
  for (const part of document.querySelectorAll(".missing [lang=zh-CN], .missing-title [lang=zh-CN]")) part.remove();
  document.title = document.title.replace(/·.*\//, "·");
  const page = new DOMParser().parseFromString(await fetchText(home), "text/html");
  for (const link of page.links) link.href = new URL(link.getAttribute("href"), home);
  for (const image of page.images) image.src = new URL(image.getAttribute("src"), home);
  for (const part of FRAME) document.querySelector(part).replaceWith(page.querySelector(part));
}

const report = document.querySelector("[data-report]");
if (report) report.search = new URLSearchParams({ body: location.href });

// What the address asks for: the words of its last part, /features/torch-compile/ or /releases/2.1.0.html
const path = decodeURIComponent(location.pathname).replace(/\.html?$/, "");
const words = path.split("/").filter(Boolean).at(-1)?.replace(/^404$/, "") ?? "";
const query = words.replace(/[-_+]+/g, " ");
for (const link of words ? document.querySelectorAll("[data-guess]") : []) {
  link.search = new URLSearchParams({ q: query });
  link.dataset.search = query;
  link.querySelector("span").textContent = link.dataset.guess.replace("{words}", query);
}

// The page that it means, in both languages: of the release of that version, or of the feature with the most similar
// beginning of its address.
const MIN_ALIKE = 0.7; // the share of the longer of two names that both begin with
const version = /^(\d+\.\d+)(?:\.0)?$/.exec(words)?.[1];
const [folder, name] = version ? ["releases", version] : ["features", words.toLowerCase().replace(/[^a-z\d]+/g, "-")];

const sorted = (word) => [...word].sort().join("");

function alike(other) {
  if (sorted(name) === sorted(other)) return 1; // letters changed places
  const [shorter, longer] = [name, other].sort((a, b) => a.length - b.length);
  const end = [...longer].findIndex((letter, at) => letter !== shorter[at]);
  return end < 0 ? 1 : end / longer.length;
}

const map = words ? await fetchText(new URL("sitemap.xml", root)) : "";
const names = Array.from(map.matchAll(new RegExp(`/${folder}/([^/]+)/</loc>`, "g")), ([, other]) => other);
const isAlike = (other) => (version ? other === name : alike(other) >= MIN_ALIKE);
const [alikest] = names.filter(isAlike).sort((a, b) => alike(b) - alike(a));
const later = (a, b) => a.localeCompare(b, "en", { numeric: true });
const newest = version && names.toSorted(later).at(-1);
const best = alikest ?? (newest && later(name, newest) > 0 ? newest : undefined); // a release that is not there yet
for (const known of best ? document.querySelectorAll("[data-known]") : []) {
  const link = known.querySelector("a");
  link.href = new URL(`${folder}/${best}/`, known.parentElement.querySelector("li a").href);
  const page = new DOMParser().parseFromString(await fetchText(link.href), "text/html");
  link.textContent = page.querySelector("h1 .release-number, h1").textContent.replace("¶", "").trim();
  known.hidden = false;
}
