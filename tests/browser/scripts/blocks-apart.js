() => [...document.querySelectorAll(".parallel")].filter((fold) => {
  const own = fold.previousElementSibling.getBoundingClientRect();
  const other = fold.getBoundingClientRect();
  return own.right > other.left || Math.min(own.bottom, other.bottom) <= Math.max(own.top, other.top);
}).map((fold) => fold.previousElementSibling.textContent.slice(0, 60))
