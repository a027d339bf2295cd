// Text → tokens, in the same way as hooks/atlas/site/search/tokens.py for the index; a test compares the two.

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
const ENDINGS = (
  "ifications izations isations ification ifying ified ifies ify ization isation izers isers izing ising izer iser " +
  "ized ised izes ises ize ise ations ation ating " +
  "ators ator ated ates ate ments ment ness ings isms ions ing ism ion ives ive ities ity ies ers ed er es al ly s e y"
).split(" ");

export const isHan = (piece) => /^[\u3400-\u9fff]/.test(piece);

export function stem(word) {
  if (!/^[a-z]+$/.test(word)) return word;
  const ending = word.endsWith("ss") ? "" : ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= 3);
  if (!ending) return word;
  const short = word.slice(0, -ending.length);
  const doubled = short.at(-1) === short.at(-2) && !"lsz".includes(short.at(-1));
  return stem(doubled && short.length > (ending.startsWith("er") ? 4 : 3) ? short.slice(0, -1) : short);
}

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

/** Numbers with commas, and C++, are not split. */
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
