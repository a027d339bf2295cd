// Splits text into tokens, as hooks/atlas/site/search/tokens.py does for the index; a test compares the two.

import { stem } from "./stem.js";

const HAN = "\\u3400-\\u9fff";
const LETTER = `(?![${HAN}])[\\p{L}\\p{N}]`;
const PIECE = new RegExp(
  `[${HAN}]+|\\d{1,3}(?:,\\d{3})+(?!\\d)|[A-Za-z]\\+\\+|[A-Za-z]{2,}(?=\\d+\\.\\d)` +
    `|(?:${LETTER})+(?:[._-]+(?:${LETTER})+)*`,
  "gu",
);
const HUMP =
  /[._-]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})|(?<=[A-Za-z]{3})(?=\d)|(?<=\d)(?=[A-Za-z]{2})/u;
const VERSION = /^v?(\d+(?:\.\d+)+)$/;

export const isHan = (piece) => /^[\u3400-\u9fff]/.test(piece);

export function pieces(text) {
  return text.normalize("NFKC").match(PIECE) ?? [];
}

export function parts(piece) {
  return piece.split(HUMP).filter(Boolean).map((part) => stem(part.toLowerCase()));
}

export function whole(piece) {
  return stem(piece.replace(/[._,-]+/g, "").toLowerCase());
}

export function version(piece) {
  return VERSION.exec(piece)?.[1] ?? "";
}

export function pairs(run) {
  return run.length < 2 ? [run] : [...run.slice(1)].map((_, at) => run.slice(at, at + 2));
}

/** Numbers with commas and names like C++ are not split. */
export const isWhole = (piece) => piece.includes(",") || piece.endsWith("+");

export function tokens(text) {
  return pieces(text).flatMap((piece) => {
    if (version(piece)) return [version(piece)];
    if (isHan(piece)) return pairs(piece);
    if (isWhole(piece)) return [whole(piece)];
    const split = parts(piece);
    return split.length > 1 ? [...split, whole(piece)] : split;
  });
}
