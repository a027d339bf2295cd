() => {
  for (const part of document.querySelectorAll("article details")) part.open = true;
  const found = [], texts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.closest("td, th") || parentElement.closest("pre")) continue;
    if (parentElement.clientWidth === 1) continue; // for screen readers only
    for (const { 0: word, index } of data.matchAll(/[A-Z]?[a-z]{5,}/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(`${word} in ${data}`);
    }
  }
  return found;
}
