(pages) => {
  const HTML = "http://www.w3.org/1999/xhtml";
  const ACTIVE = "applet,audio,base,button,dialog,embed,form,frame,iframe,img,input,link,math,meta,noscript,object,"
    + "script,select,source,style,svg,template,textarea,track,video";
  const given = (some, names) => [...new Set(some.flatMap((one) => names.map((name) => one.getAttribute(name))))].filter((value) => value !== null);
  const all = (root) => [...root.querySelectorAll("*")].flatMap((one) => [one, ...(one.content instanceof DocumentFragment ? all(one.content) : [])]);
  const named = (one) => (one.namespaceURI === HTML ? "" : one.namespaceURI.split("/").at(-1) + ":") + one.localName;
  const told = (one) => {
    const values = one.getAttributeNames().sort().map((name) => [name, one.getAttribute(name).replace(/^(\.\.?(\/|$))+/, "")]);
    const names = ["meta", "link"].includes(one.localName) && !one.httpEquiv && !/stylesheet|icon|import|manifest|preload|prefetch|preconnect/.test(one.rel ?? "");
    return named(one) + values.map(([name, value]) => names && /content|href|title/.test(name) ? ` ${name}` : ` ${name}=${value}`).join("")
      + (one.localName === "script" && !/json/.test(one.type) ? ` ${one.textContent}` : "");
  };
  return pages.map((text) => {
    const found = all(new DOMParser().parseFromString(text, "text/html"));
    const ids = found.map((one) => one.id).filter(Boolean);
    const within = (one) => named(one).startsWith("svg:") ? `${named(one)} ${one.getAttributeNames().sort()}` : "";
    return {
      pairs: [...new Set(found.flatMap((one) => [named(one), ...one.getAttributeNames().map((name) => `${named(one)} ${name}`)]))],
      active: [...new Set(found.filter((one) => one.matches(ACTIVE) && named(one) !== "svg:svg").map(told).concat(found.map(within).filter(Boolean)))],
      links: given(found.filter((one) => one.localName !== "link"), ["href", "xlink:href"]),
      asked: given(found, ["data-about", "data-failed-href", "data-pages", "data-root"]),
      ids: ids.filter((id, at) => ids.indexOf(id) !== at),
    };
  });
}
