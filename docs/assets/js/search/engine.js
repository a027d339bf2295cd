// Finds records in the index that hooks/atlas/site/search writes. Does not touch the page.

import { fetchText } from "../fetch.js";
import { escapeRegExp, read } from "./query.js";
import { isHan, parts as tokenParts, whole } from "./tokens.js";

const TIMEOUT = 30_000; // milliseconds
export const MAX_QUERY_LENGTH = 200; // characters
const MAX_COMPLETIONS = 24; // tokens that a prefix or misspelling may stand for
const MIN_LONG_QUERY_PARTS = 4; // a query of so many parts may match partially despite unknown words
const MIN_SHARE_IF_UNKNOWN = 0.6; // share of the weight that a partial match of a shorter query with an unknown word needs
const MIN_SHARE = 0.51; // the same for other queries, and for records that match in their title or names: more than half
const MIN_TITLE_IMPACT = 55; // impact of a word in a title or name
const MIN_EXTENDED_LENGTH = 5; // letters of a known beginning
const MAX_ENDING_LENGTH = 6; // letters of a word after a known beginning
const MIN_FUZZY_LENGTH = 4; // letters of a word that may be misspelled
const SEPARATE_FACTOR = 0.8; // factor for the separate parts of a name, relative to the name
const MIN_SCORE_SHARE = 0.1; // share of the best score below which records are no results
const WORD = /^[a-z]{4,}$/; // a word that a misspelled one may stand for
const ANSWERS = new Set(["section", "feature", "release"]); // other kinds list answers, or explain words
const LISTS = new Set(["area", "level"]);
const LIST_FACTOR = 0.6; // lists follow answers that match the query as literally
const ANSWERS_BEFORE_OTHERS = 1; // at least, if the query names something else

/** The index of one language, from its URL. */
export async function fetchIndex(url) {
  return new Index(JSON.parse(await fetchText(url, { signal: AbortSignal.timeout(TIMEOUT) })));
}

export class Index {
  #tokens; // token → record → impact

  /** `kinds` and `levels`: what results show of these; `versions`: those of all releases; `synonyms`: groups of words. */
  constructor({ records, tokens, kinds, levels, versions, synonyms }) {
    this.records = records.map(unabbreviate);
    this.#tokens = new Map(Object.entries(tokens).map(([token, numbers]) => [token, unpack(numbers)]));
    Object.assign(this, { kinds, levels, versions, synonyms });
  }

  /**
   * Records for the query, best first. `missing`: words that no record has; `found`: the others; `guessed`: words that
   * were replaced by the stems `similar`; `isPartial`: no record has all words.
   */
  search(query) {
    const text = query.slice(0, MAX_QUERY_LENGTH);
    const parts = read(text, Object.values(this.levels).flatMap(({ words }) => words));
    for (const part of parts) this.#find(part);
    for (const part of parts) if (part.share) part.needed &&= part.found.size > 0 || !isCovered(part, parts);
    const needed = parts.filter((part) => part.needed);
    const unknown = needed.filter((part) => !part.found.size);
    const missing = distinctWords(unknown);
    const found = distinctWords(needed.filter((part) => !part.share)).filter((word) => !missing.includes(word));
    let records = unknown.length ? [] : this.#rank(text, parts, 1);
    const isPartial = !records.length;
    // An unknown name or version cannot be replaced by another one; other words may be left out.
    const isOther = unknown.some((part) => part.sequence || part.isVersion || (part.share && needed.length < MIN_LONG_QUERY_PARTS));
    if (!records.some(isAnswer) && !isOther) {
      const share = unknown.length && needed.length < MIN_LONG_QUERY_PARTS ? MIN_SHARE_IF_UNKNOWN : MIN_SHARE;
      const named = parts.filter((part) => !part.isVersion); // what was asked about one version may be stated about another
      const whole = named.some((part) => part.needed) ? this.#rank(text, named, 1) : [];
      const partial = whole.length ? whole : this.#rank(text, parts, share);
      records = [...new Set([...records, ...partial])];
    }
    const comparison = this.#comparison(parts);
    if (comparison) records = [comparison, ...records];
    const guessed = distinctWords(needed.filter((part) => part.similar.length));
    const similar = needed.flatMap((part) => part.similar);
    return { records, missing, found, guessed, similar, isPartial: isPartial && !comparison };
  }

  /** The comparison of two releases, if the query names both. */
  #comparison(parts) {
    const asked = this.versions.filter((version) => parts.some((part) => part.isVersion && part.exact.includes(version)));
    if (asked.length !== 2) return null;
    const [from, to] = asked;
    return unabbreviate({ u: `compare/?from=${from}&to=${to}`, k: "compare", t: `PyTorch ${from} → ${to}` });
  }

  // --- reading the index -------------------------------------------------------------------------

  /** Set `found`: record → impact; `separate`: records with only the parts of a name; `weight`: higher if rare. */
  #find(part) {
    part.found = new Map();
    part.separate = new Set();
    part.similar = []; // tokens that it may be a misspelling of
    let lists = this.#lists(part.exact);
    if (!lists.length && part.prefix) lists = this.#lists(this.#completions(part.prefix));
    if (!lists.length && part.prefix) {
      part.similar = part.sequence ? this.#similarName(part) : this.#similar(part.prefix);
      lists = this.#lists(part.similar);
    }
    if (part.sequence) this.#findSeparate(part);
    for (const list of lists) {
      for (const [record, impact] of list) {
        part.found.set(record, Math.max(impact, part.found.get(record) ?? 0));
        part.separate.delete(record); // it has the whole name
      }
    }
    part.weight = Math.log(1 + this.records.length / Math.max(part.found.size, 1)) * (part.share ?? 1);
  }

  #lists(tokens) {
    return tokens.map((token) => this.#tokens.get(token)).filter(Boolean);
  }

  /** Find records with every part of a name; only their text shows whether the parts are adjacent. */
  #findSeparate(part) {
    const lists = part.sequence.map((token) => this.#tokens.get(token) ?? this.#lists(this.#completions(token))[0]);
    if (!lists.every(Boolean)) return;
    const [first, ...others] = lists;
    for (const [record, impact] of first) {
      if (!others.every((other) => other.has(record))) continue;
      part.separate.add(record);
      part.found.set(record, SEPARATE_FACTOR * Math.min(impact, ...others.map((other) => other.get(record))));
    }
  }

  /** The names that a name may be a misspelling of (TorchScirpt), or the longest known suffix of a path. */
  #similarName({ prefix, suffixes }) {
    if (!suffixes.length) return this.#tokensLike(prefix, isTypo);
    for (const suffix of suffixes) {
      const split = tokenParts(suffix);
      const token = split.length > 1 ? whole(suffix) : split[0];
      if (this.#tokens.has(token)) return [token];
    }
    const last = tokenParts(suffixes.at(-1));
    return last.length === 1 ? this.#similar(last[0]) : [];
  }

  #completions(prefix) {
    if (prefix.length < 2 && !isHan(prefix)) return [];
    return this.#tokensWhere((token) => token.startsWith(prefix));
  }

  /** The tokens that a word may be a misspelling or, if there is none, an extension of: parametrizaton, nunpy. */
  #similar(word) {
    const typos = this.#tokensLike(word, isTypo);
    return typos.length ? typos : this.#tokensLike(word, isExtended);
  }

  #tokensLike(word, isLike) {
    if (word.length < MIN_FUZZY_LENGTH || isHan(word)) return [];
    const isAboutSite = (list) => [...list.keys()].every((number) => this.records[number].kind === "page");
    return this.#tokensWhere((token, list) => WORD.test(token) && isLike(token, word) && !isAboutSite(list));
  }

  #tokensWhere(isMatch) {
    const matches = [...this.#tokens].filter(([token, list]) => isMatch(token, list));
    return matches.slice(0, MAX_COMPLETIONS).map(([token]) => token);
  }

  // --- ranking -----------------------------------------------------------------------------------

  /** Records with at least `share` of the weight of the needed parts, best first. */
  #rank(query, parts, share) {
    const text = plain(query);
    const ranked = this.#scores(parts, share)
      .map(([number, score]) => ({ number, record: this.records[number], score }))
      .filter(({ number, record }) => parts.every((part) => !part.separate.has(number) || hasPhrase(record, part.sequence)))
      .map(({ number, record, score }) => ({ number, record, score: score * literalness(record, text) }))
      .sort((a, b) => b.score - a.score || a.number - b.number);
    const isResult = ({ record, score }) => score >= MIN_SCORE_SHARE * ranked[0].score || isNamed(record, text);
    return withNamed(ranked.filter(isResult).map(({ record }) => record), text);
  }

  /** The numbers of these records, with the score of their words. */
  #scores(parts, share) {
    const total = parts.reduce((sum, part) => sum + (part.needed ? part.weight : 0), 0);
    const scores = new Map();
    for (const part of parts) {
      for (const [record, impact] of part.found) {
        const score = scores.get(record) ?? { sum: 0, has: 0, impact: 0 };
        score.sum += part.weight * impact * (part.needed ? 1 : (part.bonus ?? 0.5));
        if (part.needed) {
          score.has += part.weight;
          score.impact += part.weight * impact;
        }
        scores.set(record, score);
      }
    }
    const versions = parts.filter((part) => part.isVersion);
    const isInTitle = ({ has, impact }) => has >= total * MIN_SHARE && impact >= has * MIN_TITLE_IMPACT;
    const isEnough = (score) => score.has >= total * share - 1e-9 || (share < 1 && isInTitle(score));
    return [...scores]
      .filter(([record, score]) => isEnough(score) && versions.every((part) => part.found.has(record)))
      .map(([record, score]) => [record, score.sum * (score.has / total)]);
  }
}

/** Whether both characters of a pair are in other pairs that are found: then it is no word, despite the segmenter. */
function isCovered(pair, parts) {
  const others = parts.filter((part) => part.phrase === pair.phrase && part !== pair && part.found.size);
  return [pair.at, pair.at + 1].every((at) => others.some((other) => other.at === at || other.at + 1 === at));
}

const isAnswer = (record) => ANSWERS.has(record.kind);

/** The records, with lists, terms and pages that the query names after the best answers. */
function withNamed(records, query) {
  const best = records.slice(0, ANSWERS_BEFORE_OTHERS);
  const others = records.slice(ANSWERS_BEFORE_OTHERS);
  const isPartlyNamed = (record) => LISTS.has(record.kind) && phrase(query).test(plain(record.title));
  const isAsked = (record) => !isAnswer(record) && (isNamed(record, query) || isPartlyNamed(record));
  return [...best, ...others.filter(isAsked), ...others.filter((record) => !isAsked(record))];
}

function distinctWords(parts) {
  return [...new Set(parts.map((part) => part.word))];
}

/** Unpack a list: pairs of the distance to the next record and its impact. */
function unpack(numbers) {
  const list = new Map();
  let record = 0;
  for (let i = 0; i < numbers.length; i += 2) {
    record += numbers[i];
    list.set(record, numbers[i + 1]);
  }
  return list;
}

function unabbreviate({ u, k, t, v = "", l = "", n = [], x = "" }) {
  return { url: u, kind: k, title: t, release: v, level: l, names: n, text: x };
}

/** A text for comparison: without case, punctuation, repeated spaces, and spaces next to Chinese. */
function plain(text) {
  const words = text.normalize("NFKC").toLowerCase().replace(/[\s._\-–—/（）()“”"'：:，,、]+/g, " ").trim();
  return words.replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "");
}

/** Whether the query is the record's title or another name of it. */
function isNamed(record, query) {
  return [record.title, ...record.names].some((name) => plain(name) === query);
}

/** Whether the parts of a name are adjacent: torch.fusion is not any torch and any fusion. */
function hasPhrase(record, words) {
  const phrase = words.map((word) => `${word}\\p{L}*`).join("[^\\p{L}\\p{N}]*");
  return new RegExp(phrase, "iu").test([record.title, ...record.names, record.text].join("\n").normalize("NFKC"));
}

/** Whether the word is the token with a longer ending. */
function isExtended(token, word) {
  return token.length >= MIN_EXTENDED_LENGTH && word.startsWith(token) && word.length - token.length <= MAX_ENDING_LENGTH;
}

/**
 * Whether the word is the token with one letter added, removed or replaced, or two swapped. The shortest words may only
 * lack a letter or have two swapped; other typos in them are ambiguous.
 */
function isTypo(token, word) {
  if (Math.abs(token.length - word.length) > 1) return false;
  let at = 0;
  while (at < token.length && token[at] === word[at]) at++;
  const [a, b] = [token.slice(at), word.slice(at)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  const isShorter = a.slice(1) === b;
  if (isSwapped || isShorter || word.length === MIN_FUZZY_LENGTH) return isSwapped || isShorter;
  return a.slice(1) === b.slice(1) || a === b.slice(1);
}

/** The factor for how literally a record matches the query; words that are only explained do not count as matches. */
function literalness(record, query) {
  if (isAnswer(record)) return closeness(record, query);
  return LISTS.has(record.kind) ? Math.max(1, LIST_FACTOR * closeness(record, query)) : 1;
}

/** The factor for records whose title, names or text contain the query literally. */
function closeness(record, query) {
  const title = plain(record.title);
  const names = record.names.map(plain);
  if (title === query) return 4;
  if (names.includes(query)) return 3;
  const expression = phrase(query);
  if (expression.test(title)) return 2 + query.length / title.length;
  if (names.some((name) => expression.test(name))) return 1.8;
  return expression.test(plain(record.text)) ? 1.4 : 1;
}

/** A regular expression that matches the query in a plain text, from the start of a word. */
function phrase(query) {
  const edge = /^\p{Script=Han}/u.test(query) ? "" : "(?<![\\p{Script=Latin}\\p{N}])";
  return new RegExp(edge + escapeRegExp(query), "u");
}
