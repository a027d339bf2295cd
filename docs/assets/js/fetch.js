/** The text of the file at a URL; rejects if the response is not successful. */
export async function fetchText(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.text();
}
