// Reads a query: its words, each with the ways in which it is found, and the levels, areas and releases among them.

import { escaped, isHan, joined, pairs, parts, pieces, stem } from "./tokens.js";

const MIN_BEGINNING = 5; // letters of a word that stands for one that begins with it
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

export class Reader {
  #others = new Map(); // term → what else it is called

  constructor({ filters, synonyms, omitted, general, traditional: [from, to] }) {
    this.simplified = new Map([...from].map((char, at) => [char, to[at]]));
    this.traditional = new RegExp(`[${from}]`, "g");
    this.filters = new Map(filters.map(([word, kind, id]) => [this.plain(word), { kind, id }]));
    [this.omitted, this.general] = [new Set(omitted), new Set(general)];
    for (const words of synonyms) {
      const group = words.map((word) => this.plain(word)).flatMap((word) => [word, withoutSpaces(word)]);
      for (const term of group) this.#others.set(term, new Set([...(this.#others.get(term) ?? []), ...group]));
    }
    const terms = [...this.#others.keys(), ...this.filters.keys()].filter(({ length }) => length > 1);
    const longest = terms.sort((a, b) => b.length - a.length).map(escaped).join("|");
    // A Latin term is a whole word, or its plural.
    this.term = new RegExp(`(?<![a-z0-9_.-](?=[a-z0-9]))(${longest})(?:(?<=[a-z0-9+])(?:e?s)?(?![a-z0-9_]|[.-]\\w)|(?<![a-z0-9+]))`, "g");
  }

  /** A text in lower case, and in half-width and simplified characters. */
  plain(text) {
    return text.normalize("NFKC").toLowerCase().replace(this.traditional, (char) => this.simplified.get(char));
  }

  /** The words of a query, among them known terms of several words; `isNeeded`: an answer should have it. */
  read(query) {
    const text = this.plain(query);
    const found = new Map(); // text → word
    const add = (word) => found.set(word.text, { filter: this.filters.get(word.text) ?? this.#begunBy(word.text), isTyped: text.endsWith(word.text), ...word });
    let start = 0;
    for (const { 0: match, 1: term, index } of text.matchAll(this.term)) {
      this.#wordsOf(text, start, index).forEach(add);
      const others = [...(this.#others.get(term) ?? [])].filter((other) => other !== term);
      add({ text: term, ways: [wayOf(term), ...others.map((other) => ({ ...wayOf(other), isSynonym: true }))] });
      start = index + match.length;
    }
    this.#wordsOf(text, start).forEach(add);
    const words = [...found.values()];
    const isGeneral = ({ text: word, filter }) => this.general.has(word) || filter?.kind === "level";
    return words.map((word) => ({ ...word, isGeneral: isGeneral(word), isNeeded: !isGeneral(word) || words.every(isGeneral) }));
  }

  /** The level or area whose name alone begins with an English word: quant, proto. */
  #begunBy(text) {
    if (text.length < MIN_BEGINNING || !/^[a-z]+$/.test(text)) return undefined;
    const begun = [...this.filters].filter(([word, { kind }]) => kind !== "release" && word.startsWith(text)).map(([, filter]) => filter);
    return begun.every(({ kind, id }) => kind === begun[0].kind && id === begun[0].id) ? begun[0] : undefined;
  }

  /** The words between two places of a text, without those of questions. Neighboring single Chinese characters are one. */
  #wordsOf(text, start, end = text.length) {
    const words = [];
    let at = start;
    for (const piece of pieces(text.slice(start, end))) {
      at = text.indexOf(piece, at);
      for (const { segment } of isHan(piece) ? segmenter.segment(piece) : [{ segment: piece }]) {
        const [isSingle, last] = [isHan(segment) && segment.length === 1, words.at(-1)];
        if (isSingle && last?.isSingle && last.at + last.text.length === at && !this.omitted.has(segment)) last.text += segment;
        else if (!this.omitted.has(segment)) words.push({ text: segment, at, isSingle });
        at += segment.length;
      }
    }
    return words.map((word) => this.#withNeighbor(word, text));
  }

  /** A single Chinese character with the one before (利用率), which need not mean anything, or the one after (全图). */
  #withNeighbor({ text: word, at }, text) {
    const [name] = (/^\d+$/.test(word) && /[a-z][\w.]* ?$/.exec(text.slice(0, at))) || [];
    // A number after a name also begins a version: CUDA 12.
    if (name) return { text: word, ways: [wayOf(word), { term: word, tokens: [`${word}.`], phrase: phraseOf(name + word) }] };
    const [before, after] = [text[at - 1] ?? "", text[at + 1] ?? ""];
    if (word.length > 1 || !isHan(word) || !isHan(before + after)) return { text: word, ways: [wayOf(word)] };
    const pair = isHan(before) ? before + word : word + after;
    return { text: pair, isEnding: isHan(before), ways: [wayOf(pair)] };
  }
}

/** How a term is found: by the tokens of all its words, which are next to each other. */
function wayOf(term) {
  const found = pieces(term);
  const tokens = found.flatMap((piece) => (isHan(piece) ? pairs(piece) : parts(piece).map(joined)));
  return { term, tokens, phrase: tokens.length > 1 && !found.every(isHan) ? phraseOf(term) : null };
}

/** A regular expression that matches the words of a term in any form, next to each other. */
export function phraseOf(term) {
  const words = pieces(term).flatMap((piece) => (isHan(piece) ? [piece] : parts(piece).map((part) => `${escaped(stem(part))}[a-z]*`)));
  return new RegExp((isHan(term[0]) ? "" : "(?<![\\p{Script=Latin}\\p{N}])") + words.join("[^\\p{L}\\p{N}]*"), "iu");
}

export const withoutSpaces = (text) => text.replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, ""); // next to Chinese
