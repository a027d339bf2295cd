() => [...new Set(ran),
  ...(getComputedStyle(document.querySelector("h1")).position === "fixed" ? ["style"] : []),
  ...(getComputedStyle(document.querySelector("#styled")).position === "fixed" ? ["style attribute"] : []),
  ...(document.baseURI.includes("evil") ? ["base"] : [])].sort()
