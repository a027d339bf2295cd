// What files.js does, for pages that no server serves: there, browsers read no file but scripts. Beside each file that is
// read, hooks/atlas/offline puts a script that hands over its text.

/** The text of the file at an address. */
export function textOf(url) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: `${url}.js` });
    script.addEventListener("handed", ({ detail }) => resolve(detail));
    script.addEventListener("load", () => script.remove());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`cannot be read: ${url}`));
    });
    document.head.append(script);
  });
}

/** The address of the page in a folder: no server adds the page's name. */
export function pageAt(url) {
  const address = new URL(url);
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  return address;
}
