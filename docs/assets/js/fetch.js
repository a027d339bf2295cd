/** The text of the file at an address; rejects on any answer that is not a success. */
export async function fetchText(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.text();
}
