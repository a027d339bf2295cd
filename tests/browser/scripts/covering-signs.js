// The signs that are too small, outside the window, or above words.
() => {
  const lines = (block) => {
    const found = [];
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      found.push(...range.getClientRects());
    }
    return found;
  };
  return [...document.querySelectorAll(".parallel > summary")].filter((sign) => {
    const box = sign.getBoundingClientRect();
    const letters = sign.firstElementChild.getBoundingClientRect();
    const fold = sign.parentElement;
    const words = [fold.previousElementSibling, fold.nextElementSibling].filter(Boolean).flatMap(lines);
    const covered = words.some((line) => line.width && line.left < letters.right && line.right > letters.left
      && line.top < letters.bottom && line.bottom > letters.top);
    return box.width < 24 || box.height < 24 || box.right > innerWidth || covered;
  }).map((sign) => sign.parentElement.previousElementSibling.textContent.slice(0, 40));
}
