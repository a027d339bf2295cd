// Reads a query: its words, each with the ways in which it is found, and the levels, areas and releases among them.

import { escaped, isHan, joined, pairs, parts, pieces, stem } from "./tokens.js";

// Words of questions, which do not occur in answers.
const STOP = new Set(
  (
    "a an and any are as at be by can could did do does for from get has have how i if in into is it its me my of on or should so " +
    "some than that the their them there these they this to use was we were what when where which who whose why will with would " +
    "you your doesn don isn aren didn wasn won cannot couldn shouldn " +
    "的 地 得 了 着 过 吗 呢 吧 啊 么 嘛 和 与 及 或 在 是 有 没 对 从 把 被 让 给 为 以 用 里 中 上 下 到 后 前 时 等 个 些 种 我 你 您 它 他 们 " +
    "我们 你们 它们 这 那 哪 谁 何 请 能 会 要 想 该 还 也 都 就 才 又 再 很 更 最 不 请问 关于 以及 怎么 怎么办 怎样 怎么样 如何 什么 哪些 " +
    "哪个 哪里 哪一 几个 多少 是否 可以 能否 能不能 为什么 为何 没有 有没有 什么时候 何时 里面 其中 之后 之前 时候 还是 还有 应该 需要 一起"
  ).split(" "),
);
// Words about announcements in general: an answer need not have them if a query has others.
const GENERAL = new Set(
  (
    "become becomes became change changed changes new support supports supported supporting release releases released version " +
    "versions feature features stability pytorch add added announced introduce introduced merged move moved replaced still drop " +
    "dropped stop work works 支持 功能 特性 变成 转为 成为 变化 改变 新增 版本 发布 更新 升级 加入 引入 并入 宣布 取代 不再 不再支持 放弃 停止"
  ).split(" "),
);
const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("zh", { granularity: "word" }) : null;

export class Reader {
  #others = new Map(); // term → what else it is called
  #filters = new Map(); // word → the level, area or release that it names
  #terms = new Map(); // two characters → the terms that begin with these, longest first

  constructor({ levels, areas, versions, synonyms, traditional: [from, to] }) {
    this.simplified = new Map([...from].map((char, at) => [char, to[at]]));
    this.traditional = new RegExp(`[${from}]`, "g");
    const name = (kind, id, words) => words.forEach((word) => this.#filters.set(this.plain(word), { kind, id }));
    for (const [id, { words }] of Object.entries(areas)) name("area", id, words);
    for (const [id, { words }] of Object.entries(levels)) name("level", id, words.flatMap((word) => [word, `${word}功能`, `${word}特性`, `${word} feature`]));
    for (const version of versions) name("release", version, [version, `v${version}`, `${version}.0`]);
    for (const words of synonyms) {
      const group = new Set(words.map((word) => this.plain(word)).flatMap((word) => [word, withoutSpaces(word)]));
      for (const term of group) this.#others.set(term, new Set([...(this.#others.get(term) ?? []), ...group]));
    }
    for (const term of [...this.#others.keys(), ...this.#filters.keys()].sort((a, b) => b.length - a.length)) {
      const start = term.slice(0, 2);
      if (term[1]) this.#terms.set(start, [...(this.#terms.get(start) ?? []), term]);
    }
  }

  /** A text in lower case, and in half-width and simplified characters. */
  plain(text) {
    return text.normalize("NFKC").toLowerCase().replace(this.traditional, (char) => this.simplified.get(char));
  }

  /** The words of a query, among them known terms of several words; `isNeeded`: an answer must have it. */
  read(query) {
    const text = this.plain(query).replace(/(?<=\p{L})['’](?:s|t|re|ve|ll|d|m)(?!\p{L})/gu, "");
    const found = [];
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const [term, ending] = this.#termAt(text, at);
      if (!term) continue;
      const others = [...(this.#others.get(term) ?? [])].filter((other) => other !== term).flatMap(waysOf);
      const ways = [...waysOf(term), ...others.map((way) => ({ ...way, isSynonym: true }))];
      found.push(...wordsOf(text, start, at), { text: term, isTerm: true, ways });
      start = at + term.length + ending.length;
      at = start - 1;
    }
    found.push(...wordsOf(text, start, text.length));
    const named = found.map((word) => ({ ...word, filter: this.#filters.get(word.text) }));
    for (const word of named) if (word.filter?.kind === "release") word.ways = waysOf(word.filter.id); // 2.1.0 is 2.1
    const words = [...new Map(named.map((word) => [word.text, word])).values()];
    const isGeneral = (word) => GENERAL.has(word.text) || word.filter?.kind === "level";
    return words.map((word) => ({ ...word, isNeeded: !isGeneral(word) || words.every(isGeneral), isGeneral: isGeneral(word) }));
  }

  /** The longest term that begins there, and the ending of its plural. */
  #termAt(text, at) {
    for (const term of this.#terms.get(text.slice(at, at + 2)) ?? []) {
      if (!text.startsWith(term, at) || (!isHan(term[0]) && /[a-z0-9_.-]/.test(text[at - 1] ?? ""))) continue;
      const ending = isHan(term.at(-1)) ? [""] : /^(?:e?s)?(?![a-z0-9_]|[.-]\w)/.exec(text.slice(at + term.length));
      if (ending) return [term, ending[0]];
    }
    return [];
  }
}

/** The words of a part of a text, without those of questions. Neighboring single Chinese characters are one word. */
export function wordsOf(text, start = 0, end = text.length) {
  const words = [];
  for (const { 0: piece, index } of pieces(text.slice(start, end))) {
    for (const { segment, index: place } of isHan(piece) && segmenter ? segmenter.segment(piece) : [{ segment: piece, index: 0 }]) {
      const [at, last] = [start + index + place, words.at(-1)];
      const isSingle = isHan(segment) && segment.length === 1;
      if (STOP.has(segment)) continue;
      if (isSingle && last?.isSingle && last.at + last.text.length === at) last.text += segment;
      else words.push({ text: segment, at, isSingle });
    }
  }
  return words.map((word) => withNeighbor(word, text)).map((word) => ({ isNeeded: true, ...word, ways: waysOf(word.text) }));
}

/** A single Chinese character with the one before, which it may just follow (利用率), or the one after (全图). */
function withNeighbor(word, text) {
  if (!word.isSingle || word.text.length > 1) return word;
  const [before, after] = [text[word.at - 1] ?? "", text[word.at + 1] ?? ""];
  return isHan(before) || !isHan(after) ? { text: before + word.text, isEnding: true } : { text: word.text + after };
}

/** How a term is found: by all of its tokens, next to each other; a name, such as torch.compile, also by its parts. */
function waysOf(term) {
  const found = pieces(term).map(([piece]) => piece);
  const [whole, parted] = [(piece) => [joined(piece)], (piece) => parts(piece).map(stem)].map((split) => {
    const tokens = found.flatMap((piece) => (isHan(piece) ? pairs(piece) : split(piece)));
    return { term, tokens, phrase: tokens.length > 1 && !found.every(isHan) ? phraseOf(term) : null };
  });
  return parted.tokens.length === whole.tokens.length ? [whole] : [whole, parted];
}

/** A regular expression that matches the words of a term in any form, next to each other. */
export function phraseOf(term) {
  const words = pieces(term).flatMap(([piece]) => (isHan(piece) ? [piece] : parts(piece).map((part) => `${escaped(stem(part))}[a-z]*`)));
  return new RegExp((isHan(term[0]) ? "" : "(?<![\\p{Script=Latin}\\p{N}])") + words.join("[^\\p{L}\\p{N}]*"), "iu");
}

export const withoutSpaces = (text) => text.replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, ""); // next to Chinese
