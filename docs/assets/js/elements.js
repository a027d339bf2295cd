/** A new element with these children. Strings become text, never markup. */
export function element(name, className, ...children) {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.append(...children);
  return created;
}
