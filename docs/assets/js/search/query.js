// Reads a query: its terms, each with the variants that match it, and the state, area or release that it names.

import { escaped, isHan, joined, pairs, parts, pieces, stem } from "./tokens.js";

const MIN_PREFIX_LENGTH = 5; // letters; shorter beginnings of the names of states and areas are words themselves
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

export class QueryParser {
  #synonyms = new Map(); // term → the terms of its groups
  #knownTerms; // matches names of filters and synonyms, which may be several words

  constructor({ filters, synonyms, omitted, general, traditional: [traditional = "", simplified = ""] }) {
    this.simplified = new Map([...traditional].map((character, at) => [character, simplified[at]]));
    this.traditional = new RegExp(`[${traditional}]`, "g");
    this.filters = new Map(filters.map(([word, kind, id]) => [this.normalized(word), { kind, id }]));
    this.omitted = new Set(omitted);
    this.general = new Set(general);
    for (const group of synonyms) this.#addSynonyms(group.map((term) => this.normalized(term)));
    const terms = [...this.#synonyms.keys(), ...this.filters.keys()];
    this.#knownTerms = matcherOf(terms.filter((term) => term.length > 1));
  }

  /** A text in lower case, and in half-width and simplified characters. */
  normalized(text) {
    const lower = text.normalize("NFKC").toLowerCase();
    return lower.replace(this.traditional, (character) => this.simplified.get(character));
  }

  /**
   * The terms of a query: words, and known terms of several words. `filter` is the state, area or release that a term
   * names; a `isGeneral` term says little about what is sought; an answer should have those that are `isRequired`;
   * the query ends with the one that `isLast`, which may be unfinished.
   */
  parse(query) {
    const text = this.normalized(query);
    const terms = this.#split(text).map((term) => {
      const filter = this.filters.get(term.text) ?? this.#filterBeginningWith(term.text);
      const isGeneral = this.general.has(term.text) || filter?.kind === "state";
      return { ...term, filter, isGeneral, isLast: text.endsWith(term.text) };
    });
    const hasOnlyGeneral = terms.every(({ isGeneral }) => isGeneral);
    return terms.map((term) => ({ ...term, isRequired: !term.isGeneral || hasOnlyGeneral }));
  }

  #addSynonyms(group) {
    const terms = group.flatMap((term) => [term, withoutSpaces(term)]);
    for (const term of terms) {
      const others = this.#synonyms.get(term) ?? [];
      this.#synonyms.set(term, new Set([...others, ...terms]));
    }
  }

  /** The terms of a text, each once: known ones, and the words between them. */
  #split(text) {
    const terms = new Map(); // by text
    const add = (term) => terms.set(term.text, term);
    let end = 0; // of the known term before
    for (const { 0: match, 1: known, index } of text.matchAll(this.#knownTerms)) {
      this.#words(text, end, index).forEach(add);
      add({ text: known, variants: [variantOf(known), ...this.#synonymsOf(known)] });
      end = index + match.length;
    }
    this.#words(text, end, text.length).forEach(add);
    return [...terms.values()];
  }

  #synonymsOf(term) {
    const others = [...(this.#synonyms.get(term) ?? [])].filter((other) => other !== term);
    return others.map((other) => ({ ...variantOf(other), isSynonym: true }));
  }

  /** The state or area whose name is the only one that begins with an English word: quant, proto. */
  #filterBeginningWith(word) {
    if (word.length < MIN_PREFIX_LENGTH || !/^[a-z]+$/.test(word)) return undefined;
    const begun = [...this.filters].filter(([name, { kind }]) => kind !== "release" && name.startsWith(word));
    const [first, ...others] = begun.map(([, filter]) => filter);
    return others.every(({ kind, id }) => kind === first.kind && id === first.id) ? first : undefined;
  }

  /** The words between two places of a text, without omitted ones. Neighboring single Chinese characters are one. */
  #words(text, start, end) {
    const words = [];
    let at = start;
    for (const piece of pieces(text.slice(start, end))) {
      at = text.indexOf(piece, at);
      for (const word of segmentsOf(piece)) {
        const last = words.at(-1);
        const isSingle = isHan(word) && word.length === 1;
        const continues = isSingle && last?.isSingle && last.at + last.text.length === at;
        if (!this.omitted.has(word)) {
          if (continues) last.text += word;
          else words.push({ text: word, at, isSingle });
        }
        at += word.length;
      }
    }
    return words.map((word) => termAt(word, text));
  }
}

/** A regular expression that matches any of the terms, the longest first; a Latin one as a whole word or plural. */
function matcherOf(terms) {
  const anyTerm = terms.sort((a, b) => b.length - a.length).map(escaped).join("|");
  const start = "(?<![a-z0-9_.-](?=[a-z0-9]))";
  const latinEnd = "(?<=[a-z0-9+])(?:e?s)?(?![a-z0-9_]|[.-]\\w)";
  const otherEnd = "(?<![a-z0-9+])";
  return new RegExp(`${start}(${anyTerm})(?:${latinEnd}|${otherEnd})`, "g");
}

/** The words of a run of Chinese; a Latin word is one. */
function segmentsOf(piece) {
  return isHan(piece) ? Array.from(segmenter.segment(piece), ({ segment }) => segment) : [piece];
}

/** The term for a word at a place of a text. */
function termAt({ text: word, at }, text) {
  const name = /^\d+$/.test(word) && /[a-z][\w.]* ?$/.exec(text.slice(0, at))?.[0];
  if (name) return { text: word, variants: [variantOf(word), versionVariant(name, word)] };
  const [before, after] = [text[at - 1] ?? "", text[at + word.length] ?? ""];
  if (word.length > 1 || !isHan(word) || !isHan(before + after)) return { text: word, variants: [variantOf(word)] };
  // A single character is sought with the one before, which need not mean anything (利用率), or the one after (全图).
  const pair = isHan(before) ? before + word : word + after;
  return { text: pair, isOptional: isHan(before), variants: [variantOf(pair)] };
}

/** The variant of a term: the tokens that a match has and, if they must be neighbors, the `phrase` that they make. */
function variantOf(text) {
  const found = pieces(text);
  const tokens = found.flatMap((piece) => (isHan(piece) ? pairs(piece) : parts(piece).map(joined)));
  const needsPhrase = tokens.length > 1 && !found.every(isHan);
  return { text, tokens, phrase: needsPhrase ? phraseOf(text) : null };
}

/** The variant of a number after a name, with which a version begins: CUDA 12 finds CUDA 12.6. */
const versionVariant = (name, number) => ({ text: number, tokens: [`${number}.`], phrase: phraseOf(name + number) });

/** A regular expression that matches the words of a term in any form, next to each other. */
export function phraseOf(term) {
  const anyForm = (part) => `${escaped(stem(part))}[a-z]*`;
  const words = pieces(term).flatMap((piece) => (isHan(piece) ? [piece] : parts(piece).map(anyForm)));
  const start = isHan(term[0]) ? "" : "(?<![\\p{Script=Latin}\\p{N}])";
  return new RegExp(start + words.join("[^\\p{L}\\p{N}]*"), "iu");
}

/** A text without the spaces next to Chinese characters. */
export const withoutSpaces = (text) => text.replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "");
