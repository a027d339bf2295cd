// The color scheme: as the system's, light or dark. An inline script in the page has set what was chosen.

const KEY = "atlas-scheme";
const SCHEMES = ["system", "light", "dark"];
const button = document.querySelector("button.scheme");
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen = "system";

try {
  chosen = localStorage.getItem(KEY) ?? chosen;
} catch {
  // without storage, the system's
}
button.addEventListener("click", () => {
  chosen = SCHEMES[(SCHEMES.indexOf(chosen) + 1) % SCHEMES.length];
  try {
    if (chosen === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // it lasts as long as the page
  }
  show();
});
system.addEventListener("change", show);
show();

function show() {
  const isDark = chosen === "system" ? system.matches : chosen === "dark";
  document.body.dataset.mdColorScheme = isDark ? "slate" : "default";
  button.dataset.scheme = chosen;
  button.title = button.dataset[chosen];
  button.ariaLabel = button.title;
}
