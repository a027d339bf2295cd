() => {
  const found = new Set([document.activeElement]);
  for (const from of found) {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      from.focus();
      from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      found.add(document.activeElement);
    }
  }
  document.activeElement.blur(); // the tooltip of what has the focus holds its title
  return [...found].map((one) => one.title || one.textContent);
}
