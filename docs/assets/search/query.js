// A query → its parts: which tokens each may stand as, and which have to be there.

import { isHan, isWhole, pairs, parts, pieces, version, whole } from "./tokens.js";

// Words of questions, which no text answers by saying them.
export const STOP = new Set(
  (
    "a an and any are as at be by can could did do does for from get has have how i if in into is it its me my of on or " +
    "should so some than that the their them there these they this to use was we were what when where which who whose " +
    "why will with would you your doesn don isn aren didn wasn won cannot couldn shouldn " +
    "的 地 得 了 着 过 吗 呢 吧 啊 么 嘛 和 与 及 或 在 是 有 没 对 从 把 被 让 给 为 以 用 里 中 上 下 到 后 前 时 等 个 些 种 " +
    "我 你 您 它 他 们 我们 你们 它们 这 那 哪 谁 何 请 能 会 要 想 该 还 也 都 就 才 又 再 很 更 最 不 " +
    "请问 关于 以及 怎么 怎么用 怎么办 怎样 怎么样 如何 什么 哪些 哪个 哪里 哪一 几个 多少 是否 可以 能否 能不能 可不可以 为什么 为何 " +
    "有没有 有哪些 什么时候 何时 是什么 里面 其中 之后 之前 时候 还是 还有 应该 需要 一起"
  ).split(" "),
);

// Words that stand beside what is meant: of what only says them, nothing is asked.
const GENERAL = new Set(
  (
    "become becomes became change changed changes new support supports supported supporting release releases released " +
    "version versions feature features stable stability beta prototype experimental " +
    "稳定 稳定版 测试版 原型 原型版 实验 支持 功能 特性 变成 转为 成为 变化 改变 新增 版本 发布 更新 升级"
  ).split(" "),
);
const QUESTIONS = new RegExp(
  [...STOP].filter((word) => /^[\u3400-\u9fff]{2,}$/.test(word)).sort((a, b) => b.length - a.length).join("|"),
  "u",
);
const BESIDE = 0.15; // what they tell beside the others
const SHORTEST = 3; // letters of the end of a path that may stand for it

/**
 * The parts of a query. Each is found as any of `exact`, as what `begins` so, as `every` token side by side, or as one
 * of the `ends` of a path. `word` is what it belongs to; `needed`: it has to be there, `share` says how much that tells;
 * `beside`, how much it tells where it need not.
 */
export function read(query) {
  const all = pieces(query.replace(/(?<=\p{L})['’](?:s|t|re|ve|ll|d|m)(?!\p{L})/giu, ""));
  const said = all.filter((piece) => !STOP.has(piece.toLowerCase()));
  const words = new Map(said.flatMap((piece) => partsOf(piece)).map((part) => [`${part.exact} ${part.begins ?? ""}`, part]));
  const asked = [...words.values()]; // each once
  const isGeneral = (part) => GENERAL.has(part.word.toLowerCase());
  if (!asked.some((part) => part.needed && !isGeneral(part))) return asked;
  return asked.map((part) => (isGeneral(part) ? { ...part, needed: false, beside: BESIDE } : part));
}

function partsOf(piece) {
  if (isHan(piece)) return phrases(piece).flatMap(chinese);
  const part = { word: piece, needed: true };
  const number = version(piece);
  if (number) return [{ ...part, fixed: true, exact: [number, number.replace(/^(\d+\.\d+)\.0$/, "$1")] }];
  if (isWhole(piece)) return [{ ...part, exact: [whole(piece)] }];
  const split = parts(piece);
  if (split.length === 1) return [{ ...part, exact: split, begins: split[0] }];
  const path = piece.split(".");
  const ends = path.slice(1).map((_, at) => path.slice(at + 1).join(".")).filter((end) => end.length >= SHORTEST);
  return [{ ...part, exact: [whole(piece)], begins: piece.replace(/[._-]+/g, "").toLowerCase(), every: split, ends }];
}

/** A run of Chinese as words, parted where words of questions stood. Among single characters, they are part of a name. */
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
 * Pairs of characters. One that spans two words need not be there, as the words may stand apart; where one of the
 * two is a single character, it is all there is of it.
 */
function chinese(words) {
  const text = words.join("");
  if (text.length === 1) return [{ word: text, needed: true, exact: [text], begins: text }];
  const at = words.flatMap((word, n) => [...word].map(() => n)); // of each character, its word
  return pairs(text).map((pair, i) => {
    const place = { phrase: text, at: i, exact: [pair] };
    const [word, next] = [words[at[i]], words[at[i + 1]]];
    if (at[i] === at[i + 1]) return { ...place, word, needed: true };
    return { ...place, word: text, needed: word.length === 1 || next.length === 1, share: 0.5 };
  });
}

/** Chinese words, as the browser parts them. */
export function segments(text) {
  if (!("Segmenter" in Intl)) return [text];
  return [...new Intl.Segmenter("zh", { granularity: "word" }).segment(text)].map((piece) => piece.segment);
}

/** Words as an expression that means them alone. */
export const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
