// Finds and ranks entries. Does not touch the page.

import MiniSearch from "../../vendor/minisearch/index.js";
import { Reader, phraseOf, withoutSpaces, wordsOf } from "./query.js";
import { escaped, isHan, joined, tokens } from "./tokens.js";

const FIELDS = { title: 6, names: 4, wrong: 1.5, facets: 0.5, text: 1, more: 0.5 }; // the weight of a word in each
const BM25 = { k: 1.6, b: 0.3, d: 0.5 }; // of a word that a text repeats, and of a long text
const [SYNONYM_FACTOR, GENERAL_FACTOR] = [0.6, 0.15]; // of the score of a word's synonym, and of a word that is not needed
const OTHERS_FACTOR = 0.3; // of the scores of a feature's other entries, which add to the best one's
const MIN_SCORE_SHARE = 0.03; // of the best score, below which an entry is no result
const ANSWERS_BEFORE_LISTS = 3; // features, sections and releases answer; areas, levels and pages lead to answers
// The share of the weight of a query's words that a partial match needs; more if nothing has one of a few words.
const [MIN_SHARE, MIN_SHARE_IF_UNKNOWN, FEW_WORDS] = [0.52, 0.65, 3];
const IN_NAME = 2; // the factor for an entry with the query in one of its names
const MIN_MISSPELLED_LENGTH = 5; // letters

export class Search {
  #index = new MiniSearch({
    fields: Object.keys(FIELDS),
    tokenize: tokens,
    processTerm: (token) => token,
    searchOptions: { tokenize: (token) => [token], boost: FIELDS, bm25: BM25 },
  });

  /** `content`: what hooks/atlas/site/search writes. */
  constructor(content) {
    Object.assign(this, content);
    this.reader = new Reader(content);
    this.entries = content.entries.map((entry) => ({ names: [], wrong: [], areas: [], text: "", more: "", history: {}, ...entry }));
    this.entries.forEach(({ title, names, wrong, text, more, history, areas }, id) => {
      const facets = [...Object.keys(history), ...areas.flatMap((area) => this.areas[area].words)];
      this.#index.add({ id, title, text, more, names: names.join("\n"), wrong: wrong.join("\n"), facets: facets.join("\n") });
    });
  }

  /**
   * Results for a query, best first; for none, all releases. `missing`: words that nothing has; `guessed`: pairs of a
   * misspelled word and what it was taken for; `filters`: names of levels, areas and releases, if the query says nothing
   * else; `isPartial`: nothing has all words; `expression` matches the words in texts.
   */
  search(query) {
    if (!query) return { results: this.entries.filter(({ kind }) => kind === "release").map(result) };
    const words = this.#found(this.reader.read(query));
    const filters = words.filter(({ filter, isGeneral }) => filter || !isGeneral).map(({ filter }) => filter);
    const [filtered, comparison] = [filters.every(Boolean) ? this.#filtered(filters) : [], this.#comparison(filters)];
    const guessed = words.flatMap((word) => this.#guess(word));
    const needed = words.filter(({ isNeeded, isEnding, found }) => isNeeded && (found.size || !isEnding));
    const unknown = needed.filter(({ found }) => !found.size);
    let results = filtered.length || unknown.length ? filtered : this.#rank(words, needed, 1);
    const isPartial = !results.length && !comparison.length;
    if (!results.some(isAnswer) && (needed.length > FEW_WORDS || !unknown.some(isName))) {
      const share = unknown.length && needed.length <= FEW_WORDS ? MIN_SHARE_IF_UNKNOWN : MIN_SHARE;
      const named = needed.filter(({ filter }) => filter?.kind !== "release"); // what is asked of one may be stated of another
      const partial = named.length ? this.#rank(words, named, 1) : [];
      const others = partial.some(isAnswer) ? partial : this.#rank(words, needed, share);
      results = results.length ? [...results, ...others.filter(isAnswer)] : others;
    }
    const sources = words.flatMap(({ ways }) => ways.map(({ term }) => phraseOf(term).source)).sort((a, b) => b.length - a.length);
    const at = (text) => this.reader.plain(query).indexOf(text);
    const typed = (text) => (at(text) < 0 ? text : query.slice(at(text), at(text) + text.length));
    return {
      results: [...comparison, ...results],
      missing: unknown.map(({ text }) => typed(text)),
      guessed: guessed.map(([wrong, right]) => [typed(wrong), right]),
      filters: filtered.length ? filters.map(({ kind, id }) => (kind === "release" ? `PyTorch ${id}` : this[`${kind}s`][id].name)) : [],
      isPartial,
      expression: sources.length ? new RegExp(sources.join("|"), "giu") : null,
    };
  }

  /** The comparison of two releases, if the query names both, for the level or area that it names. */
  #comparison(filters) {
    const [from, to, ...others] = this.versions.filter((version) => filters.some((filter) => filter?.id === version));
    if (!to || others.length) return [];
    const also = filters.filter((filter) => filter && filter.kind !== "release").map(({ kind, id }) => `&${kind}=${id}`);
    const url = `compare/?from=${from}&to=${to}${also.join("")}`;
    return [result({ url, kind: "compare", title: `PyTorch ${from} → ${to}`, names: [], text: "" })];
  }

  /**
   * What has all levels, areas and releases that the query names. A release must state the level; of two, the first
   * that states it must be the later one or between them.
   */
  #filtered(filters) {
    const ids = (wanted) => filters.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const [levels, areas, releases] = [ids("level"), ids("area"), ids("release")];
    if (!levels.length && !(releases.length && areas.length)) return []; // these are words as well
    const [from, to] = this.versions.filter((version) => releases.includes(version)).map((version) => this.versions.indexOf(version));
    const isWithin = (version) => (at => at > from && at <= to)(this.versions.indexOf(version));
    const has = ({ level, areas: own, history }) => {
      if (!areas.every((area) => own.includes(area))) return false;
      if (!releases.length) return levels.includes(level);
      if (!levels.length) return releases.some((release) => release in history);
      if (to === undefined) return levels.includes(history[releases[0]]);
      return levels.some((one) => isWithin(this.versions.find((version) => history[version] === one)));
    };
    const results = grouped(this.entries.filter(has).map((entry) => ({ entry, score: 0 })));
    const list = this.entries.filter(({ url }) => !filters[1] && url === `stability/${levels[0]}/`).map(result);
    return [...results.slice(0, ANSWERS_BEFORE_LISTS), ...list, ...results.slice(ANSWERS_BEFORE_LISTS)];
  }

  /** The words with what each is found in; a term that occurs nowhere as a whole is parted. */
  #found(words) {
    const found = words.map((word) => ({ ...word, ...this.#find(word.ways) }));
    return found.flatMap((word) => (word.found.size || !word.isTerm || isHan(word.text) ? [word] : this.#found(wordsOf(word.text))));
  }

  /** `found`: entry → score of the word that is found in these ways; `weight`: higher if it is rare. */
  #find(ways) {
    const found = new Map();
    for (const { tokens: queries, phrase, isSynonym } of ways) {
      const prefix = (token) => !isSynonym && (isHan(token) ? token.length === 1 : !/^[\d.]+$/.test(token));
      for (const { id, score } of this.#index.search({ queries, combineWith: "AND", prefix })) {
        if (phrase && !phrase.test(textOf(this.entries[id]))) continue;
        found.set(id, Math.max(found.get(id) ?? 0, score * (isSynonym ? SYNONYM_FACTOR : 1)));
      }
    }
    return { found, weight: Math.log(1 + this.entries.length / Math.max(found.size, 1)) * Math.sqrt(ways[0].tokens.length) };
  }

  /** Take a word that nothing has for one with a letter changed, two swapped, or another ending, or a path for its end. */
  #guess(word) {
    const [token, ...others] = word.ways[0].tokens;
    if (word.found.size || others.length || isHan(token) || word.text.length < MIN_MISSPELLED_LENGTH) return [];
    const letters = (text) => [...text].sort().join("");
    const isSwapped = (term) => term[0] === token[0] && letters(term) === letters(token);
    const ends = word.text.split(".").map((_, at, path) => joined(path.slice(at).join("."))).slice(1);
    const beginnings = [1, 2, 3, 4, 5].map((length) => token.slice(0, -length)).filter(({ length }) => length > 5);
    const tries = [[token, { fuzzy: 1 }], [token, { fuzzy: 2 }, isSwapped], ...[...ends, ...beginnings].map((one) => [one, {}])];
    for (const [sought, options, isLike = () => true] of tries) {
      for (const { id, terms } of this.#index.search(sought, options)) {
        const term = terms.find(isLike);
        const [right] = (term && this.entries[id].kind !== "page" && spelled(term).exec(textOf(this.entries[id]))) || [];
        if (!right || (Math.abs(right.length - word.text.length) > 2 && !ends.includes(sought))) continue;
        const [wrong, ways] = [word.text, [{ term: this.reader.plain(right), tokens: [term] }]];
        Object.assign(word, { text: ways[0].term, ways }, this.#find(ways));
        return [[wrong, right]];
      }
    }
    return [];
  }

  /** Results with at least `share` of the weight of the needed words, best first. */
  #rank(words, needed, share) {
    const total = sum(needed, ({ weight }) => weight);
    const texts = needed.length === 1 ? needed[0].ways : [{ term: needed.map(({ text }) => text).join(" ") }];
    const sought = texts.map(({ term, isSynonym }) => {
      const query = flat(term);
      const literal = new RegExp((isHan(query[0] ?? "") ? "" : "(?<![\\p{Script=Latin}\\p{N}])") + escaped(query), "u");
      return { query, literal, phrase: phraseOf(term), factor: isSynonym ? SYNONYM_FACTOR : 1 };
    });
    const ranked = [];
    for (const id of new Set(needed.flatMap(({ found }) => [...found.keys()]))) {
      const has = sum(needed, ({ found, weight }) => (found.has(id) ? weight : 0)) / total;
      if (has < share - 1e-9) continue;
      const score = sum(words, (word) => (word.found.get(id) ?? 0) * (needed.includes(word) ? 1 : GENERAL_FACTOR));
      const literalness = this.#literalness(this.entries[id], sought);
      ranked.push({ entry: this.entries[id], score: score * has * literalness, isNamed: literalness >= IN_NAME });
    }
    const results = grouped(ranked.sort(byScore)).sort(byScore);
    const answers = results.filter(isAnswer).filter(({ score }, _, [best]) => score >= MIN_SCORE_SHARE * best.score);
    const terms = results.filter(({ entry }) => entry.kind === "term");
    const lists = results.filter((one) => !isAnswer(one) && !terms.includes(one) && (one.isNamed || !answers.length));
    return [...answers.splice(0, ANSWERS_BEFORE_LISTS), ...lists, ...answers, ...terms];
  }

  /** The factor for an entry with one of these phrases in its title, names or text. */
  #literalness(entry, sought) {
    const plain = (text) => flat(this.reader.plain(text));
    const { title, names } = (entry.plain ??= { title: plain(entry.title), names: entry.names.map(plain) });
    const closeness = ({ query, literal, phrase }) => {
      if (title === query) return 8;
      if (names.includes(query)) return 5;
      if (literal.test(title)) return (title.startsWith(query) ? 2.8 : 2.4) + query.length / title.length;
      if (names.some((name) => literal.test(name))) return IN_NAME;
      return phrase.test(entry.text) ? 1.5 : 1;
    };
    return Math.max(1, ...sought.map((one) => closeness(one) * one.factor));
  }
}

/** One result for each feature, with its entries; `ranked`: entries, best first. */
function grouped(ranked) {
  const results = new Map();
  for (const { entry, score, isNamed } of ranked) {
    const id = entry.level ? entry.url.split(/[/#]/).filter(Boolean).at(-1) : entry.url;
    const one = results.get(id) ?? { entry, entries: [], isNamed, score: (1 - OTHERS_FACTOR) * score };
    results.set(id, one);
    one.entries.push(entry);
    one.score += OTHERS_FACTOR * score;
    if (entry.kind === "feature") one.entry = entry;
  }
  return [...results.values()];
}

const result = (entry) => ({ entry, entries: [entry] });
const isAnswer = ({ entry }) => ["feature", "section", "release"].includes(entry.kind);
const byScore = (a, b) => b.score - a.score;
const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);
const textOf = (entry) => (entry.all ??= [entry.title, ...entry.names, entry.text, entry.more].join("\n").normalize("NFKC"));
const isName = ({ text }) => !/^[a-z]+$/.test(text); // a name or a version, which another cannot replace, or Chinese
const flat = (text) => withoutSpaces(text.replace(/[^\p{L}\p{N}+]+|(?<![c+])\+/gu, " ").trim()); // without punctuation

/** A regular expression that matches a word with this token in a text, with or without joiners: torch.compile. */
const spelled = (token) => new RegExp(`(?<![\\p{L}\\p{N}])${[...token].map(escaped).join("[._-]?")}[a-z]*`, "iu");
