// Splits texts into tokens: words without their endings, the parts of names, and pairs of Chinese characters.

const LETTER = "[[\\p{L}\\p{N}]--\\p{Script=Han}]";
const PIECE = new RegExp(
  `\\p{Script=Han}+|[a-z]\\+\\+|\\d{1,3}(?:,\\d{3})+(?!\\d)|[a-z]{2,}(?=\\d+\\.\\d)|${LETTER}+(?:[._\\-]+${LETTER}+)*`,
  "giv",
);
const NUMBER = /^v?\d+(?:\.\d+)+$|[,+]/i; // a version, 6,682 and C++ are not parted
// Where a name is parted: at joiners, before a capital that begins a word, and between letters and digits.
const JOINT = new RegExp(
  [
    "[._\\-]+",
    "(?<=[a-z0-9])(?=[A-Z])", // static|Graph
    "(?<=[A-Z])(?=[A-Z][a-z]{2})", // RPC|Agent, but not GPUs
    "(?<=[A-Za-z]{3})(?=\\d)|(?<=\\d)(?=[A-Za-z]{2})", // float|16, 600|KB
  ].join("|"),
);
const LONG_ENDINGS = "ifications?|ements?|ations?|it(?:y|ies)|ions?|ings?|[eo]rs?|ables?";
const SHORT_ENDINGS = "e[ds]|ify|i?ly|ies|als?|(?<!s)s|e|y";
const ENDING = new RegExp(`(?:${LONG_ENDINGS}|${SHORT_ENDINGS})$`);
const known = new Map(); // piece → its tokens: most pieces occur many times

export const isHan = (text) => /\p{Script=Han}/u.test(text);
export const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"); // for a regular expression

/** The runs of Chinese and the words of a text, names whole. */
export const pieces = (text) => text.normalize("NFKC").match(PIECE) ?? [];

/** A lower-case English word without its ending: compile, compiler and compilation are one token. */
export function stem(word) {
  if (!/^[a-z]+$/.test(word)) return word;
  const start = word.replace(/(?<=[a-z]{3})is(?=(?:e[drs]?|ing|ations?)$)/, "iz").replace(ENDING, "");
  if (start.length < 3) return word;
  return start.length > 4 ? start.replace(/([bdgmnprt])\1$/, "$1") : start; // debug, debugging
}

/** The words in a name: ZeroRedundancyOptimizer, static_graph, torch.compile. */
export function parts(name) {
  const found = NUMBER.test(name) ? [name] : name.split(JOINT).filter(Boolean);
  return found.map((part) => part.toLowerCase());
}

/** A name as one token; a number without commas, and a version without “v”. */
export function joined(name) {
  return NUMBER.test(name) ? name.replace(/^v(?=\d)|,/g, "") : stem(name.replace(/[._-]+/g, ""));
}

/** The pairs of characters of a Chinese text. */
export function pairs(run) {
  return run.length < 2 ? [run] : [...run.slice(1)].map((_, at) => run.slice(at, at + 2));
}

/** The tokens of a piece: of a name, its parts, and all that begins with one of these (torch.cuda.amp: cuda.amp). */
function tokensOf(piece) {
  if (isHan(piece)) return pairs(piece);
  const words = parts(piece);
  const [minor] = /^\d+\.\d+(?=\.\d)/.exec(piece) ?? []; // 12.6.3 is found as 12.6
  const found = minor ? [minor] : [];
  for (const [at, word] of words.entries()) {
    const isLast = at === words.length - 1;
    if (isLast) found.push(joined(word));
    else found.push(stem(word), joined(words.slice(at).join("")));
  }
  return found;
}

/** The tokens of a text. */
export function tokens(text) {
  return pieces(text).flatMap((piece) => {
    if (!known.has(piece)) known.set(piece, tokensOf(piece));
    return known.get(piece);
  });
}
