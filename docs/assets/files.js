// How scripts reach other files of the site. In the offline copy, files-offline.js stands in its place.

/** The text of the file at an address. */
export async function textOf(url, options) {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.text();
}

/** The address of the page in a folder. */
export const pageAt = (url) => url;
