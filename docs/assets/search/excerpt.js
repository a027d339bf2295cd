// What of a record's text is shown, and which words of it are marked.

import { STOP, escaped, segments } from "./query.js";
import { isHan, isWhole, parts, pieces, version } from "./tokens.js";

const BEFORE = 30; // characters before the first word that was asked for
const LENGTH = 130;

/** An expression for the words that a query asks for, in any form; null where it asks for nothing. */
export function wanted(query) {
  const all = pieces(query).filter((piece) => !STOP.has(piece.toLowerCase()));
  const words = all.flatMap((piece) => {
    if (isHan(piece)) return segments(piece).filter((word) => !STOP.has(word)).map(escaped);
    if (version(piece) || isWhole(piece)) return [alone(escaped(piece))];
    return [alone(`${parts(piece).map((part) => `${escaped(part)}[a-z]*`).join("[^\\p{L}\\p{N}]?")}`)];
  });
  return words.length ? new RegExp(words.sort((a, b) => b.length - a.length).join("|"), "iu") : null;
}

/** Some words of the text from where it first says what was asked for. */
export function excerpt(text, asked) {
  const at = asked ? text.search(asked) : -1;
  let start = Math.max(0, at - BEFORE);
  if (start) start += Math.max(0, text.slice(start, at).search(/(?<=[\s，。、；：])|$/u));
  const words = text.slice(start, start + LENGTH).replace(/\s+/g, " ").trim();
  return words && `${start ? "…" : ""}${words}${start + LENGTH < text.length ? "…" : ""}`;
}

/** The text as nodes, what was asked for marked in it. */
export function highlighted(text, asked) {
  if (!asked) return [text];
  const nodes = [];
  let last = 0;
  for (const found of text.matchAll(new RegExp(asked.source, "giu"))) {
    const mark = document.createElement("mark");
    mark.textContent = found[0];
    nodes.push(text.slice(last, found.index), mark);
    last = found.index + found[0].length;
  }
  return [...nodes, text.slice(last)];
}

const alone = (source) => `(?<![\\p{Script=Latin}\\p{N}])${source}`;
