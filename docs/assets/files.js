// Fetching other files of the site.

/** The text of the file at an address; rejects on any answer that is not a success. */
export async function textOf(url, options) {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.text();
}
