// Selects the part of a record's text that is shown, and the words in it that are highlighted.

import { STOP, escapeRegExp, segments } from "./query.js";
import { isHan, isWhole, parts, pieces, version } from "./tokens.js";

const MAX_LEAD_LENGTH = 30; // characters before the first match
const MAX_LENGTH = 130;
const LETTER = /[\p{Script=Latin}\p{N}_]/u; // letters of words that must not be cut: Chinese may break anywhere

/** A regular expression that matches the words of a query in any form, and these names; null if there are none. */
export function matcher(query, names = []) {
  const all = pieces(query).filter((piece) => !STOP.has(piece.toLowerCase()));
  const words = all.flatMap((piece) => {
    if (isHan(piece)) return chinese(piece).map(escapeRegExp);
    if (version(piece) || isWhole(piece)) return [atWordStart(escapeRegExp(piece))];
    return [atWordStart(parts(piece).map(anyForm).join("[^\\p{L}\\p{N}]?"))];
  });
  words.push(...names.map(exactly));
  return words.length ? new RegExp(words.sort((a, b) => b.length - a.length).join("|"), "iu") : null;
}

/** The words of a Chinese text, without single characters, which may be parts of other words; else the whole text. */
function chinese(text) {
  const words = segments(text).filter((word) => word.length > 1 && !STOP.has(word));
  return words.length ? words : [text];
}

/** The source for a stem with any ending; the stem may have “i” for “y”: numpi. */
const anyForm = (stem) => `${escapeRegExp(stem).replace(/i$/, "[iy]")}[a-z]*`;

const exactly = (name) => (isHan(name) ? escapeRegExp(name) : `${atWordStart(escapeRegExp(name))}(?![\\p{Script=Latin}\\p{N}])`);

const atWordStart = (source) => `(?<![\\p{Script=Latin}\\p{N}])${source}`;

const allMatches = (text, expression) => text.matchAll(new RegExp(expression.source, "giu"));

/** The text around the match with most other words of the query near it, without partial words. */
export function excerpt(text, expression) {
  const at = expression ? bestMatch(text, expression) : -1;
  let start = Math.max(0, at - MAX_LEAD_LENGTH);
  if (start) start += Math.max(0, text.slice(start, at).search(/(?<=[\s，。、；：])|$/u));
  const end = start + MAX_LENGTH;
  const half = LETTER.test(text[end] ?? "") ? /[\p{Script=Latin}\p{N}_.]+$/u : "";
  const words = text.slice(start, end).replace(half, "").replace(/\s+/g, " ").trim();
  const isWhole = end >= text.length || /[.。!！?？]$/.test(words);
  return words && `${start ? "…" : ""}${words}${isWhole ? "" : "…"}`;
}

function bestMatch(text, expression) {
  const matches = [...allMatches(text, expression)];
  const isNear = (match, at) => match.index >= at && match.index + match[0].length <= at - MAX_LEAD_LENGTH + MAX_LENGTH;
  const near = ({ index }) => new Set(matches.filter((match) => isNear(match, index)).map(([word]) => word.toLowerCase())).size;
  const best = Math.max(...matches.map(near));
  return matches.find((match) => near(match) === best)?.index ?? -1;
}

/** The text as nodes, with all matches marked. */
export function highlight(text, expression) {
  if (!expression) return [text];
  const nodes = [];
  let last = 0;
  for (const match of allMatches(text, expression)) {
    const mark = document.createElement("mark");
    mark.textContent = match[0];
    nodes.push(text.slice(last, match.index), mark);
    last = match.index + match[0].length;
  }
  return [...nodes, text.slice(last)];
}
