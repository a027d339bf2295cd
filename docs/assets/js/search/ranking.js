// Finds and ranks entries. Does not touch the page.

import MiniSearch from "../../vendor/minisearch/index.js";
import { QueryParser, phraseOf, withoutSpaces } from "./query.js";
import { isHan, pieces, tokens } from "./tokens.js";

// These numbers were measured: `make weights ONLY=ranking` shows what others would do.

// Boosts of a matching token, by the field that has it: a title says most about an entry.
const FIELD_BOOSTS = { title: 6, names: 4, search_terms: 2, text: 1, more: 0.5 };
const BM25 = { k: 1.6, b: 0.3, d: 0.5 }; // k: what repetition adds; b: what length takes; d: what any match adds
const SYNONYM_BOOST = 0.6; // of a synonym that matches instead of the term itself

// Boosts of an entry, by the closest phrase match.
const TITLE_MATCH = 8; // the query is the title
const PATH_END_MATCH = 7; // it is the end of an API's path, by which readers call it: DataLoader
const NAME_MATCH = 6; // it is another name
const SEARCH_TERM_MATCH = 3; // it is what readers may type instead
const PHRASE_IN_TITLE = 2.4; // the title has it; the share that it is of the title is added
const PHRASE_IN_TEXT = 1.5; // any other text has it

// Boosts of an entry for what it is.
const KIND_BOOSTS = { area: 0.15, level: 0.15, page: 0.15, term: 0.01 }; // these lead to answers, others are answers
const HAS_PARTS_BOOST = 1.1; // of the whole before its parts, which have its name in theirs
const STATED_BOOST = 3; // of what the release that the query names states

// The share of a query's terms, by weight, that an entry must match.
const MIN_COVERAGE = 0.63; // all of two terms, two of three
const MIN_COVERAGE_IF_NAMED = 0.3; // of an entry that the query names: such a name is seldom meant otherwise

// What results must have in comparison with the best.
const MIN_OF_BEST_COVERAGE = 0.8;
const MIN_OF_BEST_SCORE = 0.04; // so low that only accidental matches fall below it
const CLOSE_MATCH = 2; // with a closer phrase match, any score will do: titles and names have one

// Misspelled words.
const MIN_SWAPPED_LENGTH = 4; // letters, of which two neighbors may have changed places: fspd
const MIN_MISSPELLED_LENGTH = 5; // letters, of which one may be wrong: too many words resemble a shorter one
const LONG_WORD = 9; // letters, from which two may be wrong

// RPC, DeviceMesh, nn.Transformer, set_stance: written as no usual word is.
const UNUSUAL = /[A-Z].*[A-Z]|[a-z][A-Z._\d]|[A-Z.]\d|_/;
const API_PATH = /^[\w.]+\.\w+(\(\))?$/;
const FIELDS = { state: "level", area: "area" }; // of the comparison: kind of filter → its name in the address
const EMPTY_ENTRY = {
  state: "", text: "", more: "", areas: [], names: [], search_terms: [], tags: {}, stated_by_release: {},
};

export class Search {
  #index = new MiniSearch({
    fields: Object.keys(FIELD_BOOSTS),
    tokenize: tokens,
    processTerm: (token) => token,
    searchOptions: { tokenize: (token) => [token], boost: FIELD_BOOSTS, bm25: BM25 },
  });
  #vocabulary = new MiniSearch({ fields: ["id"], tokenize: (word) => [word] }); // filled for the first misspelled word
  #areaFilters; // the words that name areas

  /** `content`: what hooks/atlas/site/search writes. */
  constructor(content) {
    const { kinds, states, areas, versions, filters, entries } = content;
    Object.assign(this, { kinds, states, areas, versions });
    this.parser = new QueryParser(content);
    this.#areaFilters = filters.filter(([, kind]) => kind === "area");
    this.entries = entries.map((entry, id) => ({ ...EMPTY_ENTRY, ...entry, id }));
    this.#connect();
    this.#index.addAll(this.entries);
  }

  /** Add to the entries what others say: `owner` is the entry of the feature that one is about, else itself. */
  #connect() {
    const features = new Map();
    for (const entry of this.entries) {
      if (entry.kind !== "feature") continue;
      features.set(entry.feature, entry);
      entry.names = [entry.title, ...entry.names];
    }
    for (const entry of this.entries) {
      entry.owner = features.get(entry.feature) ?? entry;
      if (entry.kind === "section") entry.names = entry.owner.names;
      const areaWords = this.#areaFilters.filter(([, , area]) => entry.areas.includes(area)).map(([word]) => word);
      entry.more = [entry.more, ...Object.keys(entry.stated_by_release), ...areaWords].join(" ");
    }
  }

  /**
   * Results for a query, best first; for none, all releases. Of what else is returned,
   * - `missing` are terms that nothing matches; `guessed`, pairs of a misspelled word and what it was taken for;
   * - `filters` are what the results are said to have: the last `count` of them, if others lead to these;
   * - `isUnstated`: the only result is the release, which states nothing of the kind;
   * - `unmet` are states that the query names, but the first result has not: that has the `state`;
   * - `isPartial`: nothing matches all terms;
   * - `expression` matches the terms in texts.
   */
  search(query) {
    if (!query) return { results: this.entries.filter(({ kind }) => kind === "release").map(resultOf) };
    const matched = this.parser.parse(query).map((term) => this.#match(term));
    const asTyped = matched.filter(({ isOptional, matches }) => matches.size || !isOptional);
    const terms = asTyped.map((term) => this.#corrected(term));
    const filters = asTyped.filter(({ filter, isGeneral }) => filter || !isGeneral).map(({ filter }) => filter);
    return {
      ...this.#answer(query, terms, filters),
      missing: terms.filter(({ isRequired, matches }) => isRequired && !matches.size).map(({ text }) => text),
      guessed: terms.flatMap(({ correction }) => (correction ? [correction] : [])),
      expression: expressionOf(terms),
    };
  }

  /** `filters` has undefined for each term that names none. */
  #answer(query, terms, filters) {
    const filtered = filters.every(Boolean) && this.#filter(filters, terms);
    if (filtered) return filtered;
    const answer = this.#narrow(this.#rank(query, terms), terms);
    const isOnlyRelease = filters.length === 1 && filters[0]?.kind === "release";
    if (!isOnlyRelease) return answer;
    return { ...answer, results: distinct([...answer.results, ...this.#having([], [], filters[0].id)]) };
  }

  // --- Queries of nothing but states, areas and releases -----------------------------------------

  /** What has the states, areas and release that a query names; null if its words say more as such. */
  #filter(filters, terms) {
    const idsOf = (wanted) => filters.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const [states, areas, releases] = [idsOf("state"), idsOf("area"), idsOf("release")];
    if (new Set(releases).size > 1) return this.#comparison(releases, filters);
    const [release] = releases;
    if (!states.length && !(release && areas.length)) return null;
    const having = this.#having(states, areas, release);
    const leading = states.length && !release ? this.#leading(states, terms) : [];
    const results = distinct([...leading.map(resultOf), ...having]);
    if (results.length) return { results, filters: this.#namesOf(filters), count: having.length || results.length };
    return this.#isUsed(states) ? this.#unstated(release, filters) : null;
  }

  #comparison(releases, filters) {
    const [from, to] = this.versions.filter((version) => releases.includes(version));
    const others = filters.filter(({ kind }) => kind !== "release").map(({ kind, id }) => `&${FIELDS[kind]}=${id}`);
    const url = `compare/?from=${from}&to=${to}${others.join("")}`;
    const entry = { ...EMPTY_ENTRY, url, kind: "compare", title: `PyTorch ${from} → ${to}` };
    return { results: [resultOf(entry)], filters: this.#namesOf(filters) };
  }

  /** What leads what has a state: its page; if the query names areas, too, features that their words are names of. */
  #leading(states, terms) {
    const areaTerms = terms.filter(({ filter }) => filter?.kind === "area").map(({ text }) => text);
    const name = withoutPunctuation(areaTerms.join(" ")); // compile: torch.compile
    if (!name) return this.entries.filter(({ url }) => states.some((state) => url === `stability/${state}/`));
    return this.entries.filter((entry) => entry.kind === "feature" && nameMatch(this.#comparable(entry), name));
  }

  #isUsed(states) {
    const features = this.entries.filter(({ kind }) => kind === "feature");
    return states.length > 0 && states.every((state) => features.some((feature) => isAt(feature, state)));
  }

  /** The release itself, if it states anything of features; else null. */
  #unstated(release, filters) {
    const statesAny = this.entries.some((entry) => entry.kind === "feature" && release in entry.stated_by_release);
    if (!statesAny) return null;
    const page = this.entries.find((entry) => isReleasePage(entry, release));
    const others = filters.filter(({ kind }) => kind !== "release");
    return { results: [resultOf(page)], filters: this.#namesOf(others), isUnstated: true };
  }

  /**
   * What is at one of the states and in all areas: by main area, then newest first. Of a release, what it states,
   * shown with the state that it states.
   */
  #having(states, areas, release) {
    const isAtOne = (entry) => states.some((state) => isAt(entry, state, release));
    const isStated = (entry) => entry.state && release in entry.stated_by_release;
    const isWanted = (entry) => (states.length ? isAtOne(entry) && isAtOne(entry.owner) : isStated(entry));
    const atRelease = (entry) => ({ ...entry, state: entry.stated_by_release[release], release });
    const found = this.entries
      .filter((entry) => areas.every((area) => entry.areas.includes(area)) && isWanted(entry))
      .map((entry) => ({ entry: release ? atRelease(entry) : entry, score: 0 }));

    const isMain = ({ entry }) => areas.includes(entry.areas[0]);
    const dateOf = ({ entry }) => this.versions.indexOf(decidingVersion(entry, states, release));
    return grouped(found).sort((a, b) => isMain(b) - isMain(a) || dateOf(b) - dateOf(a));
  }

  #namesOf(filters) {
    return filters.map(({ kind, id }) => (kind === "release" ? `PyTorch ${id}` : this[`${kind}s`][id].name));
  }

  // --- Matches of terms --------------------------------------------------------------------------

  /** A term with its `matches`, entry → score of the best variant, and its `weight`: the fewer, the higher. */
  #match(term) {
    const matches = new Map();
    for (const { tokens: queries, phrase, isSynonym } of term.variants) {
      const isBegun = (token) => term.isLast && !isSynonym && !/^[\d.]+$/.test(token); // it may still be being typed
      const prefix = (token) => token.endsWith(".") || isBegun(token);
      for (const { id, score } of this.#index.search({ queries, combineWith: "AND", prefix })) {
        if (phrase && !phrase.test(textOf(this.entries[id]))) continue;
        matches.set(id, Math.max(matches.get(id) ?? 0, isSynonym ? score * SYNONYM_BOOST : score));
      }
    }
    const rarity = Math.log(1 + this.entries.length / Math.max(matches.size, 1));
    return { ...term, matches, weight: rarity * Math.sqrt(term.variants[0].tokens.length) };
  }

  /** A term; if nothing matches, what it was taken for: the end of a path, or the word that is spelled most like it. */
  #corrected(term) {
    const { text, matches, isRequired } = term;
    if (matches.size || isHan(text) || text.length < MIN_SWAPPED_LENGTH) return term;
    if (!this.#vocabulary.documentCount) this.#readVocabulary();
    const pathEnd = text.includes(".") ? this.#vocabulary.search(text.split(".").at(-1)) : [];
    const swapped = swaps(text).flatMap((word) => this.#vocabulary.search(word));
    const errors = text.length < LONG_WORD ? 1 : 2;
    const similar = text.length < MIN_MISSPELLED_LENGTH ? [] : this.#vocabulary.search(text, { fuzzy: errors });
    const [best] = [...pathEnd, ...swapped, ...similar];
    if (!best) return term;
    const [meant] = this.parser.parse(best.id);
    return this.#match({ ...meant, isRequired, correction: [text, best.id] });
  }

  #readVocabulary() {
    const entries = this.entries.filter(({ kind }) => kind !== "page");
    const words = new Set(entries.flatMap((entry) => pieces(textOf(entry))));
    this.#vocabulary.addAll([...words].map((id) => ({ id })));
  }

  // --- Ranking -----------------------------------------------------------------------------------

  /** Results that match enough of the required terms, best first. */
  #rank(query, terms) {
    const required = terms.filter(({ isRequired }) => isRequired);
    const others = required.filter(({ filter }) => filter?.kind !== "release");
    const asked = others.length ? others : required; // of a release, what may be stated of another
    const release = others.length ? required.find(({ filter }) => filter?.kind === "release")?.filter.id : undefined;
    const phrases = this.#phrases(query, required, asked);
    const candidates = this.#candidates(required, asked, phrases, release);
    const bestCovered = Math.max(...candidates.map(({ covered }) => covered));
    const isCovered = ({ covered }) => covered > MIN_OF_BEST_COVERAGE * bestCovered;
    const isNamed = ({ closeness }) => release && closeness >= NAME_MATCH; // also what the release does not name
    const results = grouped(candidates.filter((one) => isCovered(one) || isNamed(one)).sort(byScore)).sort(byScore);
    const isArea = ({ entry }) => this.#isAreaOf(entry, phrases[0]);
    const hasAll = ({ entry }) => required.every(({ matches }) => matches.has(entry.id));
    return {
      results: withAreaSecond(relevant(results, release), isArea),
      filters: [],
      isPartial: !candidates.some(hasAll),
    };
  }

  /** The entries that match enough of what is asked, with their scores. */
  #candidates(required, asked, phrases, release) {
    const ids = new Set(required.flatMap(({ matches }) => [...matches.keys()]));
    const matching = [...ids].filter((id) => coverage(id, asked) >= this.#minCoverage(this.entries[id], required));
    return matching.map((id) => {
      const entry = this.entries[id];
      const covered = coverage(id, required);
      const closeness = this.#closeness(entry, phrases);
      const matchScore = sum(required, ({ matches }) => matches.get(id) ?? 0);
      return { entry, covered, closeness, score: matchScore * covered * closeness * entryBoost(entry, release) };
    });
  }

  /** The phrases that are compared with names and texts: the query, its terms, and the variants of the only one. */
  #phrases(query, required, asked) {
    const joined = (terms) => ({ text: terms.map(({ text }) => text).join(" ") });
    const variants = required.length === 1 ? required[0].variants : [];
    const phrases = [{ text: this.parser.normalized(query) }, joined(required), joined(asked), ...variants];
    return phrases.map(({ text, isSynonym }) => ({
      text: withoutPunctuation(text),
      expression: phraseOf(text),
      boost: isSynonym ? SYNONYM_BOOST ** 2 : 1,
    }));
  }

  #minCoverage(entry, required) {
    const { unusualWords } = this.#comparable(entry);
    const isNamed = ({ variants, matches }) =>
      matches.has(entry.id) && variants.some(({ text }) => unusualWords.includes(text));
    return required.some(isNamed) ? MIN_COVERAGE_IF_NAMED : MIN_COVERAGE;
  }

  #closeness(entry, phrases) {
    const comparable = this.#comparable(entry);
    return Math.max(1, ...phrases.map((phrase) => phraseMatch(comparable, phrase) * phrase.boost));
  }

  #isAreaOf(entry, phrase) {
    return entry.kind === "area" && this.#comparable(entry).names.some((name) => name.startsWith(phrase.text));
  }

  /** An entry's texts as they are compared with phrases, and the words of its names that are not usual ones. */
  #comparable(entry) {
    entry.comparable ??= this.#readComparable(entry);
    return entry.comparable;
  }

  #readComparable({ title, names, search_terms: searchTerms, text }) {
    const plain = (one) => withoutPunctuation(this.parser.normalized(one));
    const allNames = [title, ...names];
    const unusualWords = allNames.flatMap(pieces).filter((word) => UNUSUAL.test(word));
    const paths = allNames.filter((name) => API_PATH.test(name));
    return {
      title: plain(title),
      names: names.map(plain),
      searchTerms: searchTerms.map(plain),
      text,
      unusualWords: unusualWords.map((word) => this.parser.normalized(word)),
      pathEnds: paths.map((path) => plain(path.split(".").at(-1))),
    };
  }

  /**
   * The results at the state that a query names with other words and no release. If nothing is at that state, or the
   * other words are the name of a feature that is not, the answer stays, and says so.
   */
  #narrow(answer, terms) {
    const filtering = (kind) => terms.filter(({ filter }) => filter?.kind === kind);
    const stateTerms = filtering("state").filter(({ filter }) => this.states[filter.id].symbol); // not “full text”
    const [best] = answer.results;
    if (!stateTerms.length || filtering("release").length || !best?.entry.owner.state) return answer;
    const isAtState = ({ entry }) => stateTerms.some(({ filter }) => isAt(entry.owner, filter.id));
    const results = answer.results.filter(isAtState);
    const isOtherNamed = best.closeness >= NAME_MATCH && !isAtState(best);
    if (!results.length || isOtherNamed) {
      const [state] = this.#namesOf([{ kind: "state", id: best.entry.owner.state }]);
      return { ...answer, state, unmet: this.#namesOf(stateTerms.map(({ filter }) => filter)) };
    }
    const others = terms.filter((term) => !stateTerms.includes(term) && (term.isRequired || term.filter));
    const nameOf = ({ text, filter }) => (filter ? this.#namesOf([filter])[0] : text);
    return { ...answer, results, filters: [...others, ...stateTerms].map(nameOf) };
  }
}

/** The share of the terms, by weight, that an entry matches. */
function coverage(id, terms) {
  const matching = terms.filter(({ matches }) => matches.has(id));
  return sum(matching, ({ weight }) => weight) / sum(terms, ({ weight }) => weight);
}

function entryBoost(entry, release) {
  const kindBoost = KIND_BOOSTS[entry.kind] ?? 1;
  const partsBoost = entry.has_parts ? HAS_PARTS_BOOST : 1;
  const releaseBoost = release in entry.owner.stated_by_release ? STATED_BOOST : 1;
  return kindBoost * partsBoost * releaseBoost;
}

/** The boost for how much of a name or text a phrase is. */
function phraseMatch(comparable, { text: phrase, expression }) {
  const { title, names, searchTerms, text } = comparable;
  const named = nameMatch(comparable, phrase);
  if (named) return named;
  if (searchTerms.includes(phrase)) return SEARCH_TERM_MATCH;
  if (expression.test(title)) return PHRASE_IN_TITLE + phrase.length / title.length;
  return [...names, ...searchTerms, text].some((one) => expression.test(one)) ? PHRASE_IN_TEXT : 1;
}

/** The boost for a phrase that is a name, or 0. */
function nameMatch({ title, names, pathEnds }, phrase) {
  if (title === phrase) return TITLE_MATCH;
  if (names.includes(phrase)) return NAME_MATCH;
  return pathEnds.includes(phrase) ? PATH_END_MATCH : 0;
}

/** Results without those that match by accident, with links to the sections of the release that a query names. */
function relevant(results, release) {
  const minScore = MIN_OF_BEST_SCORE * results[0]?.score;
  const isGood = ({ entry, closeness, score }) =>
    score > minScore || closeness > CLOSE_MATCH || entry.kind === "term" || isReleasePage(entry, release);
  return results.filter(isGood).map((result) => withSectionOf(result, release));
}

const isReleasePage = ({ kind, release }, version) => kind === "release" && release === version;

/** An area that the query names is offered second, or before a section of a release about it. */
function withAreaSecond(results, isArea) {
  const at = results.findIndex(isArea);
  const place = results[0]?.entry.kind === "section" ? 0 : 1;
  return at > place ? results.toSpliced(at, 1).toSpliced(place, 0, results[at]) : results;
}

/** A result whose link leads to the section of the release that the query names, if there is one. */
function withSectionOf(result, release) {
  const section = result.entries.find((entry) => entry.kind === "section" && entry.release === release);
  return { ...result, entry: section ?? result.entry };
}

/** The release by which an entry is sorted: with one, the first to name it; with a tag, the last; else its own. */
function decidingVersion({ owner, release: since, tags }, states, release) {
  const versions = Object.keys(owner.stated_by_release);
  if (release) return versions.at(0);
  return states.some((state) => state in tags) ? versions.at(-1) : since;
}

/** One result for each feature, with all its entries; `ranked`: entries, best first. */
function grouped(ranked) {
  const results = new Map();
  for (const { entry, score, closeness } of ranked) {
    const key = keyOf(entry);
    const result = results.get(key) ?? { entry, entries: [], score: 0, closeness };
    results.set(key, result);
    result.entries.push(entry);
    result.score += score;
    if (entry.kind === "feature") result.entry = entry;
  }
  return [...results.values()];
}

/** Each result once, where it comes first. */
function distinct(results) {
  const keys = results.map(({ entry }) => keyOf(entry));
  return results.filter((_, at) => keys.indexOf(keys[at]) === at);
}

/** A regular expression that matches any variant of the terms, the longest first; null if there are none. */
function expressionOf(terms) {
  const variants = terms.flatMap((term) => term.variants);
  const sources = variants.map(({ text }) => phraseOf(text).source).sort((a, b) => b.length - a.length);
  return sources.length ? new RegExp(sources.join("|"), "giu") : null;
}

/** All texts of an entry, in which phrases are sought. */
function textOf(entry) {
  const { title, names, search_terms: searchTerms, text, more } = entry;
  entry.all ??= [title, ...names, ...searchTerms, text, more].join("\n").normalize("NFKC");
  return entry.all;
}

/** Whether an entry has a state or tag; with a release, whether that states it. */
function isAt({ state, tags, stated_by_release: stated }, wanted, release) {
  return release ? stated[release] === wanted || tags[wanted] === release : state === wanted || wanted in tags;
}

/** A text without punctuation, except the plus signs of C++. */
function withoutPunctuation(text) {
  return withoutSpaces(text.replace(/[^\p{L}\p{N}+]+|(?<![c+])\+/gu, " ").trim());
}

function sum(list, valueOf) {
  return list.reduce((total, one) => total + valueOf(one), 0);
}

const keyOf = ({ feature, url }) => feature ?? url;
const resultOf = (entry) => ({ entry, entries: [entry] });
const byScore = (a, b) => b.score - a.score;

/** A word with each two neighboring letters changed in place: ab → ba. */
function swaps(word) {
  return Array.from(word.slice(1), (letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));
}
