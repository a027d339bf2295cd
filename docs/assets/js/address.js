/** Put a parameter into the page's address, or take it out if it has no value; nothing is loaded. */
export function setParameter(name, value) {
  const address = new URL(location.href);
  if (value) address.searchParams.set(name, value);
  else address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}
