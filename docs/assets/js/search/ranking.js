// Finds and ranks entries. Does not touch the page.

import MiniSearch from "../../vendor/minisearch/index.js";
import { Reader, phraseOf, withoutSpaces } from "./query.js";
import { isHan, pieces, tokens } from "./tokens.js";

// What these numbers are worth: make weights ONLY=ranking.
const FIELDS = { title: 6, names: 4, sought: 2, text: 1, more: 0.5 }; // the weight of a word in each
const BM25 = { k: 1.6, b: 0.3, d: 0.5 }; // of a word that a text repeats, and of a long text
const [SYNONYM_FACTOR, GENERAL_FACTOR] = [0.6, 0.3]; // of the score of a word's synonym, and of a word that is not needed
const KIND_FACTORS = { area: 0.15, level: 0.15, page: 0.15, term: 0.01 }; // these lead to answers, the others are answers
const PARTS_FACTOR = 1.1; // for a feature that others are part of
const [STATED_FACTOR, FIRST_FACTOR] = [2, 3]; // for what the release that a query names states, and states first
// The share of a query's words, of which rare ones weigh more, that an entry must have; of many words; with a name.
const [MIN_SHARE, MIN_SHARE_OF_MANY, MIN_SHARE_IF_NAMED, MANY] = [0.63, 0.45, 0.3, 4];
const [MIN_OF_MOST, MIN_OF_BEST] = [0.8, 0.04]; // of the largest share, and of the best score
const [IN_NAME, NAMED, BEGUN] = [2, 6, 7]; // how close what has the query in its title, as a name, or in a name that is still being typed, is at least
const NAME = /[A-Z].*[A-Z]|[a-z][A-Z._\d]|[A-Z.]\d|_/; // RPC, DeviceMesh, nn.Transformer, set_stance: not a usual word
const [MIN_MISSPELLED_LENGTH, LONG_WORD] = [5, 9]; // letters; of a long word, two may be wrong

export class Search {
  #index = new MiniSearch({
    fields: Object.keys(FIELDS),
    tokenize: tokens,
    processTerm: (token) => token,
    searchOptions: { tokenize: (token) => [token], boost: FIELDS, bm25: BM25 },
  });
  #nameOf = ({ kind, id }) => (kind === "release" ? `PyTorch ${id}` : this[`${kind}s`][id].name);
  #spellings = new MiniSearch({ fields: ["id"], tokenize: (text) => [text] }); // of words in texts, filled when a word is first found nowhere

  /** `content`: what hooks/atlas/site/search writes. */
  constructor(content) {
    Object.assign(this, content);
    this.reader = new Reader(content);
    const empty = { names: [], sought: [], areas: [], text: "", more: "", notices: {} };
    this.entries = content.entries.map((entry, id) => ({ ...empty, history: historyOf(entry), ...entry, id }));
    const features = new Map(this.entries.filter(({ kind }) => kind === "feature").map((entry) => [idOf(entry), entry]));
    for (const feature of features.values()) feature.names = [feature.title, ...feature.names];
    for (const entry of this.entries) {
      entry.feature = features.get(idOf(entry)) ?? entry; // with its level now
      if (entry.kind === "section") entry.names = entry.feature.names;
      entry.more = [entry.more, ...Object.keys(entry.history), ...this.#areaWords(entry)].join(" ");
    }
    this.#index.addAll(this.entries);
  }

  /** The words for an entry's areas, which find it, too. */
  #areaWords({ areas }) {
    return this.filters.filter(([, kind, id]) => kind === "area" && areas.includes(id)).map(([word]) => word);
  }

  /**
   * Results for a query, best first; for none, all releases. `missing`: words that nothing has; `guessed`: pairs of a
   * misspelled word and what it was taken for; `filters`: what all results are said to have (the last `count` of them, as
   * what leads to them has not), or, if `isUnstated`, what the release found states of nothing; `unmet`: levels that the query names,
   * but the first result has not; `isPartial`: nothing has all words; `expression` matches the words in texts.
   */
  search(query) {
    if (!query) return { results: this.entries.filter(({ kind }) => kind === "release").map(result) };
    const words = this.reader.read(query).map((word) => this.#find(word)).filter(({ isEnding, found }) => found.size || !isEnding);
    const filters = words.filter(({ filter, isGeneral }) => filter || !isGeneral).map(({ filter }) => filter);
    const guessed = words.flatMap((word) => this.#guess(word));
    const answer = (filters.every(Boolean) && this.#filtered(filters, words)) || this.#leveled(this.#rank(words, query), words);
    if (filters.length === 1 && filters[0]?.kind === "release") answer.results = distinct([...answer.results, ...this.#having([], [], filters[0].id)]);
    const sources = words.flatMap(({ ways }) => ways.map(({ term }) => phraseOf(term).source)).sort((a, b) => b.length - a.length);
    return {
      ...answer,
      missing: words.filter(({ found, isNeeded }) => isNeeded && !found.size).map(({ text }) => text),
      guessed,
      expression: sources.length ? new RegExp(sources.join("|"), "giu") : null,
    };
  }

  /**
   * What has the levels, areas and release that the query names, after the page of the level or the feature that the words
   * for areas name, too; the release must state the level. Of two releases, their comparison.
   */
  #filtered(filters, words) {
    const ids = (wanted) => filters.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const [levels, areas, [release]] = [ids("level"), ids("area"), ids("release")];
    const named = filters.map(this.#nameOf);
    const [from, to] = this.versions.filter((version) => ids("release").includes(version));
    if (to) {
      const also = filters.filter(({ kind }) => kind !== "release").map(({ kind, id }) => `&${kind}=${id}`);
      const url = `compare/?from=${from}&to=${to}${also.join("")}`;
      return { results: [result({ url, kind: "compare", title: `PyTorch ${from} → ${to}`, names: [], notices: [], text: "" })], filters: named };
    }
    if (!levels.length && !(release && areas.length)) return null; // these are words as well
    const answers = this.#having(levels, areas, release);
    const name = flat(words.flatMap(({ text, filter }) => (filter?.kind === "area" ? [text] : [])).join(" ")); // compile: torch.compile
    const leads = ({ kind, url }, own) => (name ? kind === "feature" && nameFactor(own, name) : kind === "level" && levels.some((id) => url === `stability/${id}/`));
    const first = levels.length && !release ? this.entries.filter((entry) => leads(entry, this.#namesOf(entry))) : [];
    const results = distinct([...first.map(result), ...answers]);
    if (results.length) return { results, filters: named, count: answers.length || results.length };
    const areFeatures = this.entries.some(({ kind, history }) => kind === "feature" && release in history);
    if (!levels.length || !areFeatures || !levels.every((id) => this.entries.some((one) => one.kind === "feature" && has(one, id)))) return null;
    const itself = this.entries.find(({ url }) => url === `releases/${release}/`);
    return { results: [result(itself)], filters: named.filter((name) => name !== itself.title), isUnstated: true };
  }

  /** What has one of the levels and all areas, by main area, then newest first; of a release, what this states, with its level there. */
  #having(levels, areas, release) {
    const isAsked = (entry) => (levels.length ? levels.some((id) => has(entry, id, release) && has(entry.feature, id, release)) : entry.level && release in entry.history);
    const found = this.entries.filter((entry) => areas.every((area) => entry.areas.includes(area)) && isAsked(entry));
    const then = release ? found.map((entry) => ({ ...entry, level: entry.history[release], release })) : found;
    const isNoticed = ({ notices }) => levels.some((id) => id in notices);
    const isMain = ({ entry }) => areas.includes(entry.areas[0]);
    const named = (entry, at) => Object.keys(entry.feature.history).at(at);
    const since = ({ entry }) => this.versions.indexOf(release ? named(entry, 0) : isNoticed(entry) ? named(entry, -1) : entry.release);
    return grouped(then.map((entry) => ({ entry, score: 0 }))).sort((a, b) => isMain(b) - isMain(a) || since(b) - since(a));
  }

  /** The results with the level that a query names with other words and no release, unless the feature of that name has another. */
  #leveled(answer, words) {
    const [levels, others] = [true, false].map((is) => words.filter(({ filter }) => (filter?.kind === "level") === is));
    const isAsked = ({ entry }) => levels.some(({ filter }) => has(entry.feature, filter.id));
    const [results, [best]] = [answer.results.filter(isAsked), answer.results];
    const isOther = !best?.entry.level || (best.close >= NAMED && best !== results[0]);
    if (others.some(({ filter }) => filter?.kind === "release")) return answer;
    const isUnmet = levels.length && best?.entry.level && !isAsked(best);
    if (!results.length || isOther) return isUnmet ? { ...answer, unmet: levels.map(({ filter }) => this.#nameOf(filter)) } : answer;
    const named = [...others, ...levels].filter(({ isNeeded, filter }) => isNeeded || filter);
    return { ...answer, results, filters: named.map(({ text, filter }) => (filter ? this.#nameOf(filter) : text)) };
  }

  /** A word with `found`: entry → score, in any of its ways; and its `weight`, which is higher if it is rare. */
  #find(word) {
    const found = new Map();
    for (const { tokens: queries, phrase, isSynonym } of word.ways) {
      const prefix = (token) => token.endsWith(".") || (word.isTyped && !isSynonym && !/^[\d.]+$/.test(token));
      for (const { id, score } of this.#index.search({ queries, combineWith: "AND", prefix })) {
        if (phrase && !phrase.test(textOf(this.entries[id]))) continue;
        found.set(id, Math.max(found.get(id) ?? 0, score * (isSynonym ? SYNONYM_FACTOR : 1)));
      }
    }
    const rarity = Math.log(1 + this.entries.length / Math.max(found.size, 1));
    return { ...word, found, weight: rarity * Math.sqrt(word.ways[0].tokens.length) };
  }

  /** Take a word that nothing has for the one that is spelled most like it, or a path for its end. */
  #guess(word) {
    const { text, found, isNeeded } = word;
    if (found.size || isHan(text) || text.length < MIN_MISSPELLED_LENGTH) return [];
    if (!this.#spellings.documentCount) {
      const texts = this.entries.filter(({ kind }) => kind !== "page").flatMap((entry) => pieces(textOf(entry)));
      this.#spellings.addAll([...new Set(texts)].map((id) => ({ id })));
    }
    const ends = text.includes(".") ? this.#spellings.search(text.split(".").at(-1)) : [];
    const [right] = [...ends, ...this.#spellings.search(text, { fuzzy: text.length < LONG_WORD ? 1 : 2 })];
    if (!right) return [];
    Object.assign(word, this.#find({ ...this.reader.read(right.id)[0], isNeeded }));
    return [[text, right.id]];
  }

  /** Results with enough of the needed words, best first. */
  #rank(words, query) {
    const needed = words.filter(({ isNeeded }) => isNeeded);
    const asked = needed.filter(({ filter }) => filter?.kind !== "release"); // what is asked of one may be stated of another
    const release = asked.length ? needed.find(({ filter }) => filter?.kind === "release")?.filter.id : null;
    const share = (id, some) => sum(some, ({ found, weight }) => (found.has(id) ? weight : 0)) / sum(some, ({ weight }) => weight);
    const asPhrase = ({ term, isSynonym }) => ({ text: flat(term), phrase: phraseOf(term), factor: isSynonym ? SYNONYM_FACTOR ** 2 : 1 });
    const all = [{ term: this.reader.plain(query) }, ...[needed, ...(release ? [asked] : [])].map((some) => ({ term: some.map(({ text }) => text).join(" ") }))];
    const phrases = [...all, ...(needed.length === 1 ? needed[0].ways : [])].map(asPhrase);
    const ranked = [];
    for (const id of new Set(needed.flatMap(({ found }) => [...found.keys()]))) {
      const [entry, has] = [this.entries[id], share(id, needed)];
      const own = this.#namesOf(entry);
      const isNamed = needed.some(({ ways, found }) => found.has(id) && ways.some(({ term }) => own.unusual.includes(term)));
      const min = isNamed ? MIN_SHARE_IF_NAMED : needed.length < MANY ? MIN_SHARE : MIN_SHARE_OF_MANY;
      if (share(id, asked.length ? asked : needed) < min) continue;
      const score = sum(words, (word) => (word.found.get(id) ?? 0) * (word.isNeeded ? 1 : GENERAL_FACTOR));
      const close = Math.max(1, ...phrases.map((one) => closeness(own, one) * one.factor));
      const factor = (KIND_FACTORS[entry.kind] ?? 1) * (entry.has_parts ? PARTS_FACTOR : 1) * statedFactor(entry, release);
      ranked.push({ entry, has, close, score: score * has * close * factor });
    }
    const most = Math.max(...ranked.map(({ has }) => has));
    const isEnough = ({ has, close }) => has > MIN_OF_MOST * most || (release && close >= NAMED);
    const results = grouped(ranked.filter(isEnough).sort(byScore)).sort(byScore).map((one) => ofRelease(one, release));
    const isGood = ({ entry, close, score }) => entry.kind === "term" || (release && entry.url === `releases/${release}/`) || isAreaOf(phrases[0], entry) || close > IN_NAME || score > MIN_OF_BEST * results[0].score;
    return { results: areaFirst(results.filter(isGood), phrases[0]), filters: [], isPartial: most < 0.999 };
  }

  /** An entry's texts as phrases are sought in them, and the words of its names that are not usual ones. */
  #namesOf(entry) {
    return (entry.own ??= this.#readNames(entry));
  }

  #readNames({ title, names, sought, text }) {
    const plain = (one) => flat(this.reader.plain(one));
    const unusual = [title, ...names].flatMap(pieces).filter((piece) => NAME.test(piece)).map((piece) => this.reader.plain(piece));
    const ends = [title, ...names].filter((name) => /^[\w.]+\.\w+(\(\))?$/.test(name)).map((name) => plain(name.split(".").at(-1)));
    return { title: plain(title), names: names.map(plain), sought: sought.map(plain), text, unusual, ends };
  }
}

/** The factor for an entry with a phrase in its title, names or text. */
function closeness({ title, names, sought, text, ends }, { text: query, phrase }) {
  const whole = nameFactor({ title, names, ends }, query);
  if (whole) return whole;
  if ([title, ...names].some((name) => isBegun(name, query))) return BEGUN;
  if (sought.includes(query)) return 3;
  if (phrase.test(title)) return (title.startsWith(query) ? 2.8 : 2.4) + query.length / title.length;
  return [...names, ...sought, text].some((one) => phrase.test(one)) ? 1.5 : 1;
}

/** The factor for an entry that a query is a name of, or 0. */
function nameFactor({ title, names, ends }, query) {
  if (title === query) return 8;
  if (names.includes(query)) return NAMED;
  return ends.includes(query) ? 7 : 0;
}

/** Whether a query is a name that is still being typed: its last word, in Latin letters, is not finished. */
const isBegun = (name, query) => name.startsWith(query) && /[a-z]{2}$/.test(query) && /^[a-z]+$/.test(name.slice(query.length));
const isAreaOf = ({ text }, { kind, own }) => kind === "area" && own.names.some((name) => name.startsWith(text));

/** An area whose name begins with the query is second, or before a section of a release about it. */
function areaFirst(results, phrase) {
  const area = results.findIndex(({ entry }) => isAreaOf(phrase, entry));
  const place = results[0]?.entry.kind === "section" ? 0 : 1;
  return area > place ? results.toSpliced(area, 1).toSpliced(place, 0, results[area]) : results;
}

/** The factor for what a release states. */
function statedFactor({ kind, feature: { history } }, release) {
  if (kind === "release" || !(release in history)) return 1;
  return Object.keys(history)[0] === release ? FIRST_FACTOR : STATED_FACTOR;
}

/** A result whose link leads to the section of a release that the query names, if it has one. */
function ofRelease(one, release) {
  return { ...one, entry: one.entries.find((entry) => entry.kind === "section" && entry.release === release) ?? one.entry };
}

/** One result for each feature, with its entries; `ranked`: entries, best first. */
function grouped(ranked) {
  const results = new Map();
  for (const { entry, score, close } of ranked) {
    const id = idOf(entry);
    const one = results.get(id) ?? { entry, entries: [], score: 0, close };
    results.set(id, one);
    one.entries.push(entry);
    one.score += score;
    if (entry.kind === "feature") one.entry = entry;
  }
  return [...results.values()];
}

/** Each result once, where it comes first. */
const distinct = (results) => {
  const ids = results.map(({ entry }) => idOf(entry));
  return results.filter((_, at) => ids.indexOf(ids[at]) === at);
};

const textOf = (entry) => (entry.all ??= [entry.title, ...entry.names, ...entry.sought, entry.text, entry.more].join("\n").normalize("NFKC"));
const idOf = ({ level, url }) => (level ? url.split(/[/#]/).filter(Boolean).at(-1) : url); // the same for a feature's sections
/** Whether a level or notice is that of an entry; with a release, whether that states it. */
const has = ({ level, notices, history }, id, release) =>
  release ? history[release] === id || notices[id] === release : level === id || id in notices;
const historyOf = ({ kind, release, level = "" }) => (["feature", "section"].includes(kind) ? { [release]: level } : {});
const result = (entry) => ({ entry, entries: [entry] });
const byScore = (a, b) => b.score - a.score;
const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);
const flat = (text) => withoutSpaces(text.replace(/[^\p{L}\p{N}+]+|(?<![c+])\+/gu, " ").trim()); // without punctuation
