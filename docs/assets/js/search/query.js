// Splits a query into parts: the tokens that each may match, and whether a record needs it.

import { isHan, isWhole, pairs, parts, pieces, version, whole } from "./tokens.js";

// Words of questions, which do not occur in answers.
export const STOP = new Set(
  (
    "a an and any are as at be by can could did do does for from get has have how i if in into is it its me my of " +
    "on or should so some than that the their them there these they this to use was we were what when where which " +
    "who whose why will with would you your doesn don isn aren didn wasn won cannot couldn shouldn " +
    "的 地 得 了 着 过 吗 呢 吧 啊 么 嘛 和 与 及 或 在 是 有 没 对 从 把 被 让 给 为 以 用 里 中 上 下 到 后 前 时 等 个 些 种 " +
    "我 你 您 它 他 们 我们 你们 它们 这 那 哪 谁 何 请 能 会 要 想 该 还 也 都 就 才 又 再 很 更 最 不 " +
    "请问 关于 以及 怎么 怎么用 怎么办 怎样 怎么样 如何 什么 哪些 哪个 哪里 哪一 几个 多少 是否 可以 能否 能不能 可不可以 为什么 为何 " +
    "有没有 有哪些 什么时候 何时 是什么 里面 其中 之后 之前 时候 还是 还有 应该 需要 一起"
  ).split(" "),
);

// General words about announcements; level names count as such, too. If a query has other words, a record need not have
// these.
const GENERAL = new Set(
  (
    "become becomes became change changed changes new support supports supported supporting release releases " +
    "released version versions feature features stability " +
    "支持 功能 特性 变成 转为 成为 变化 改变 新增 版本 发布 更新 升级"
  ).split(" "),
);
const QUESTIONS = new RegExp(
  [...STOP].filter((word) => /^[\u3400-\u9fff]{2,}$/.test(word)).sort((a, b) => b.length - a.length).join("|"),
  "u",
);
const BONUS_FACTOR = 0.15; // the factor of their score in a record that has them
const MIN_SUFFIX_LENGTH = 3; // letters of a path's suffix that may match alone

/**
 * The parts of a query. Each matches any of the tokens `exact`, tokens that start with `prefix`, all tokens of `sequence` in a
 * row, or one of the `suffixes` of a path. `word`: the query's word it is from; `needed`: a record must have it;
 * `share`: the factor of its weight; `bonus`: the factor of its score if it is not needed. `levels`: words for levels.
 */
export function read(query, levels) {
  const all = pieces(query.replace(/(?<=\p{L})['’](?:s|t|re|ve|ll|d|m)(?!\p{L})/giu, ""));
  const found = all.filter((piece) => !STOP.has(piece.toLowerCase())).flatMap(partsOf);
  const unique = [...new Map(found.map((part) => [`${part.exact} ${part.prefix ?? ""}`, part])).values()];
  const isGeneral = ({ word }) => GENERAL.has(word.toLowerCase()) || levels.includes(word.toLowerCase());
  if (!unique.some((part) => part.needed && !isGeneral(part))) return unique;
  return unique.map((part) => (isGeneral(part) ? { ...part, needed: false, bonus: BONUS_FACTOR } : part));
}

function partsOf(piece) {
  if (isHan(piece)) return phrases(piece).flatMap(chinese);
  const part = { word: piece, needed: true };
  const number = version(piece);
  if (number) return [{ ...part, isVersion: true, exact: [number, number.replace(/^(\d+\.\d+)\.0$/, "$1")] }];
  if (isWhole(piece)) return [{ ...part, exact: [whole(piece)] }];
  const split = parts(piece);
  if (split.length === 1) return [{ ...part, exact: split, prefix: split[0] }];
  const path = piece.split(".");
  const suffixes = path.slice(1).map((_, at) => path.slice(at + 1).join(".")).filter((suffix) => suffix.length >= MIN_SUFFIX_LENGTH);
  return [{ ...part, exact: [whole(piece)], prefix: piece.replace(/[._-]+/g, "").toLowerCase(), sequence: split, suffixes }];
}

/** Groups of words in a run of Chinese, split at question words unless single characters surround one, as in names. */
function phrases(run) {
  const found = [];
  for (const text of run.split(QUESTIONS)) {
    found.push([]);
    const words = segments(text);
    words.forEach((word, at) => {
      const isInName = [words[at - 1], words[at + 1]].every((next) => next?.length === 1 && !STOP.has(next));
      if (STOP.has(word) && !isInName) found.push([]);
      else found.at(-1).push(word);
    });
  }
  return found.filter((words) => words.length);
}

/**
 * One part for each pair of characters. A pair across two words is not needed, since these need not be adjacent, unless
 * one of them is a single character, which no other pair covers.
 */
function chinese(words) {
  const text = words.join("");
  if (text.length === 1) return [{ word: text, needed: true, exact: [text], prefix: text }];
  const at = words.flatMap((word, n) => [...word].map(() => n)); // of each character, its word
  return pairs(text).map((pair, i) => {
    const place = { phrase: text, at: i, exact: [pair] };
    const [word, next] = [words[at[i]], words[at[i + 1]]];
    if (at[i] === at[i + 1]) return { ...place, word, needed: true };
    return { ...place, word: text, needed: word.length === 1 || next.length === 1, share: 0.5 };
  });
}

/** The words of a Chinese text, or all of it if the browser cannot segment it. */
export function segments(text) {
  if (!("Segmenter" in Intl)) return [text];
  return [...new Intl.Segmenter("zh", { granularity: "word" }).segment(text)].map((piece) => piece.segment);
}

/** The source of a regular expression that matches the text literally. */
export const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
