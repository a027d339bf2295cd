// Finds records in the index that hooks/atlas/site/search writes. Does not touch the page.

import { fetchText } from "../fetch.js";
import { escapeRegExp, read } from "./query.js";
import { isHan, parts as tokenParts, whole } from "./tokens.js";

export const MAX_CANDIDATES = 24; // records that are fetched and compared with the query
const TIMEOUT = 15_000; // milliseconds
export const MAX_QUERY_LENGTH = 200; // characters
const MAX_COMPLETIONS = 24; // tokens that a prefix or misspelling may stand for
const MIN_LONG_QUERY_PARTS = 4; // a query of so many parts may match partially despite unknown words
const MIN_SHARE_IF_UNKNOWN = 0.6; // share of the weight that a partial match of a shorter query with an unknown word needs
const MIN_SHARE = 0.42; // the same for other queries, and for records that match in their title or names
const MIN_TITLE_IMPACT = 55; // impact of a word in a title or name
const MAX_ENDING_LENGTH = 6; // letters of a word after a known beginning
const MIN_FUZZY_LENGTH = 4; // letters of a word that may be misspelled
const SEPARATE_FACTOR = 0.8; // factor for the separate parts of a name, relative to the name
const MIN_SCORE_SHARE = 0.1; // share of the best score below which records are no results
const ANSWERS = new Set(["section", "feature", "release"]); // other kinds list answers, or explain words
const LISTS = new Set(["area", "level"]);
const LIST_FACTOR = 0.6; // lists follow answers that match the query as literally

export class Index {
  /** `root`: the URL of the index of one language, with a trailing slash. */
  constructor(root) {
    this.root = root;
    this.files = new Map();
    this.cache = "default";
  }

  /** The directory: first tokens of all shards, and names of kinds and levels. */
  get directory() {
    return this.file("index.json");
  }

  file(path) {
    if (!this.files.has(path)) {
      const content = fetchJson(this.root + path, this.cache);
      content.catch(() => this.files.delete(path)); // the next search tries again
      this.files.set(path, content);
    }
    return this.files.get(path);
  }

  /**
   * Records for the query, best first. `missing`: words that no record has; `found`: the others; `guessed`: words that
   * were replaced by similar ones; `isPartial`: no record has all words.
   */
  async search(query) {
    try {
      return await this.answer(query);
    } catch (error) {
      if (!error.url?.includes(`/${(await this.directory).build}/`)) throw error;
      this.files.clear(); // the site was rebuilt since this page was opened, and the old index is gone
      this.cache = "reload";
      return this.answer(query);
    }
  }

  async answer(query) {
    const { levels } = await this.directory;
    const parts = read(query.slice(0, MAX_QUERY_LENGTH), Object.values(levels).flatMap(({ words }) => words));
    await Promise.all(parts.map((part) => this.find(part)));
    for (const part of parts) if (part.share) part.needed &&= part.found.size > 0 || !isCovered(part, parts);
    const needed = parts.filter((part) => part.needed);
    const unknown = needed.filter((part) => !part.found.size);
    const missing = distinctWords(unknown);
    const found = distinctWords(needed.filter((part) => !part.share)).filter((word) => !missing.includes(word));
    let records = unknown.length ? [] : await this.rank(query, parts, this.candidates(parts, 1));
    const isPartial = !records.length;
    // An unknown name or version cannot be replaced by another one; other words may be left out.
    const isOther = unknown.some((part) => part.sequence || part.isVersion || (part.share && needed.length < MIN_LONG_QUERY_PARTS));
    if (!records.some(isAnswer) && !isOther) {
      const share = unknown.length && needed.length < MIN_LONG_QUERY_PARTS ? MIN_SHARE_IF_UNKNOWN : MIN_SHARE;
      const named = parts.filter((part) => !part.isVersion); // what was asked about one version may be stated about another
      const whole = named.some((part) => part.needed) ? await this.rank(query, named, this.candidates(named, 1)) : [];
      const partial = whole.length ? whole : await this.rank(query, parts, this.candidates(parts, share));
      const known = new Set(records.map((record) => record.number));
      records = [...records, ...partial.filter((record) => !known.has(record.number))];
    }
    const comparison = await this.comparison(parts);
    if (comparison) records = [comparison, ...records];
    const guessed = distinctWords(needed.filter((part) => part.guessed));
    return { records, missing, found, guessed, isPartial: isPartial && !comparison };
  }

  /** The comparison of two releases, if the query names both. */
  async comparison(parts) {
    const { versions } = await this.directory;
    const asked = versions.filter((version) => parts.some((part) => part.isVersion && part.exact.includes(version)));
    if (asked.length !== 2) return null;
    const [from, to] = asked;
    return { ...unabbreviate({ u: `compare/?from=${from}&to=${to}`, k: "compare", t: `PyTorch ${from} → ${to}` }), number: -1 };
  }

  // --- reading the index -------------------------------------------------------------------------

  /** Set `found`: record → impact; `separate`: records with only the parts of a name; `weight`: higher if rare. */
  async find(part) {
    const { records } = await this.directory;
    part.found = new Map();
    part.separate = new Set();
    part.guessed = false;
    let lists = await this.lists(part.exact);
    if (!lists.length && part.prefix) lists = await this.completions(part.prefix);
    if (!lists.length && part.prefix) {
      lists = part.sequence ? await this.pathSuffix(part.suffixes) : await this.similar(part.prefix);
      part.guessed = lists.length > 0;
    }
    if (part.sequence) await this.findSeparate(part);
    part.truncated = lists.some((list) => list.count > list.entries.length);
    for (const { entries } of lists) {
      for (const [record, impact] of entries) {
        part.found.set(record, Math.max(impact, part.found.get(record) ?? 0));
        part.separate.delete(record); // it has the whole name
      }
    }
    const common = Math.max(part.found.size, ...lists.map((list) => list.count), 1);
    part.weight = Math.log(1 + records / common) * (part.share ?? 1);
  }

  async lists(tokens) {
    return (await Promise.all(tokens.map((token) => this.list(token)))).filter(Boolean);
  }

  /** Find records with every part of a name; only their text shows whether the parts are adjacent. */
  async findSeparate(part) {
    const known = async (token) => (await this.list(token)) ?? (await this.completions(token))[0];
    const lists = await Promise.all(part.sequence.map(known));
    if (!lists.every(Boolean)) return;
    const [first, ...others] = lists.map((list) => new Map(list.entries));
    for (const [record, impact] of first) {
      if (!others.every((other) => other.has(record))) continue;
      part.separate.add(record);
      part.found.set(record, SEPARATE_FACTOR * Math.min(impact, ...others.map((other) => other.get(record))));
    }
  }

  /** The lists of the longest known suffix of an unknown path: nn.parallel.DistributedDataParallel. */
  async pathSuffix(suffixes) {
    for (const suffix of suffixes) {
      const split = tokenParts(suffix);
      const lists = await this.lists([split.length > 1 ? whole(suffix) : split[0]]);
      if (lists.length) return lists;
    }
    const last = tokenParts(suffixes.at(-1) ?? "");
    return last.length === 1 ? this.similar(last[0]) : [];
  }

  /** The number of records that have a token, and the best of these with their impact. */
  async list(token) {
    const shard = await this.shard(await this.shardNumber(token));
    return shard && Object.hasOwn(shard, token) ? unpack(shard[token]) : undefined; // “constructor” may be a token, too
  }

  async completions(prefix) {
    if (prefix.length < 2 && !isHan(prefix)) return [];
    const found = (await this.withPrefix(prefix)).slice(0, MAX_COMPLETIONS);
    return found.map(([, numbers]) => unpack(numbers));
  }

  /** The tokens with a prefix and their packed lists, from at most two shards. */
  async withPrefix(prefix) {
    const { tokens } = await this.directory;
    const at = await this.shardNumber(prefix);
    const shards = await Promise.all([this.shard(at), tokens[at + 1]?.startsWith(prefix) ? this.shard(at + 1) : {}]);
    return shards.flatMap((shard) => Object.entries(shard ?? {})).filter(([token]) => token.startsWith(prefix));
  }

  /** The lists of tokens that a word may be a misspelling or an extension of: parametrizaton, nunpy. */
  async similar(word) {
    if (word.length < MIN_FUZZY_LENGTH || isHan(word)) return [];
    const { build } = await this.directory;
    const known = (await this.file(`${build}/words.json`)).split(" ");
    return this.lists(known.filter((token) => isSimilar(token, word)).slice(0, MAX_COMPLETIONS));
  }

  /** The number of the only shard that may have a token. */
  async shardNumber(token) {
    const { tokens } = await this.directory;
    return Math.max(0, tokens.findLastIndex((first) => compare(first, token) <= 0));
  }

  async shard(number) {
    const { build, tokens } = await this.directory;
    return number < tokens.length ? this.file(`${build}/t${number}.json`) : undefined;
  }

  async record(number) {
    const { build, block } = await this.directory;
    return (await this.file(`${build}/r${Math.floor(number / block)}.json`))[number % block];
  }

  // --- ranking -----------------------------------------------------------------------------------

  /** Numbers and scores of records with at least `share` of the weight of the needed parts. */
  candidates(parts, share) {
    const needed = parts.filter((part) => part.needed);
    const complete = needed.filter((part) => !part.truncated); // a truncated list does not show what a record lacks
    const counted = complete.length ? complete : needed;
    const total = counted.reduce((sum, part) => sum + part.weight, 0);
    const scores = new Map();
    for (const part of parts) {
      for (const [record, impact] of part.found) {
        const score = scores.get(record) ?? { sum: 0, has: 0, impact: 0 };
        score.sum += part.weight * impact * (part.needed ? 1 : (part.bonus ?? 0.5));
        if (counted.includes(part)) {
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
      .map(([number, score]) => ({ number, score: score.sum * (score.has / total) }))
      .sort((a, b) => b.score - a.score || a.number - b.number)
      .slice(0, MAX_CANDIDATES);
  }

  /** The candidates' records, re-sorted by how literally they match the query. */
  async rank(query, parts, candidates) {
    const fetchRecord = async (found) => ({ ...found, ...unabbreviate(await this.record(found.number)) });
    const records = await Promise.all(candidates.map(fetchRecord));
    const text = plain(query.slice(0, MAX_QUERY_LENGTH));
    const ranked = records
      .filter((record) => parts.every((part) => !part.separate.has(record.number) || hasPhrase(record, part.sequence)))
      .map((record) => ({ ...record, score: record.score * literalness(record, text) }))
      .sort((a, b) => b.score - a.score || a.number - b.number);
    return ranked.filter((record) => record.score >= MIN_SCORE_SHARE * ranked[0].score || isNamed(record, text));
  }
}

/** Whether both characters of a pair are in other pairs that are found: then it is no word, despite the segmenter. */
function isCovered(pair, parts) {
  const others = parts.filter((part) => part.phrase === pair.phrase && part !== pair && part.found.size);
  return [pair.at, pair.at + 1].every((at) => others.some((other) => other.at === at || other.at + 1 === at));
}

const isAnswer = (record) => ANSWERS.has(record.kind);

async function fetchJson(url, cache) {
  try {
    return JSON.parse(await fetchText(url, { cache, signal: AbortSignal.timeout(TIMEOUT) }));
  } catch (error) {
    throw Object.assign(new Error(error.message), { url });
  }
}

function distinctWords(parts) {
  return [...new Set(parts.map((part) => part.word))];
}

/** Unpack a list: the number of records, then pairs of the distance to the next record and its impact. */
function unpack(numbers) {
  const entries = [];
  let record = 0;
  for (let i = 1; i < numbers.length; i += 2) {
    record += numbers[i];
    entries.push([record, numbers[i + 1]]);
  }
  return { count: numbers[0], entries };
}

/** Compare by code points, as Python does. */
function compare(a, b) {
  const [x, y] = [[...a], [...b]];
  const at = x.findIndex((char, i) => char !== y[i]);
  if (at < 0) return x.length - y.length;
  return at >= y.length ? 1 : x[at].codePointAt(0) - y[at].codePointAt(0);
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

/**
 * Whether the word is the token with one letter added, removed or replaced, two swapped, or a longer ending. The
 * shortest words may only lack a letter or have two swapped; other typos in them are ambiguous.
 */
function isSimilar(token, word) {
  if (token.length >= 5 && word.startsWith(token) && word.length - token.length <= MAX_ENDING_LENGTH) return true;
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
  const edge = /^\p{Script=Han}/u.test(query) ? "" : "(?<![\\p{Script=Latin}\\p{N}])";
  const phrase = new RegExp(edge + escapeRegExp(query), "u");
  if (phrase.test(title)) return 2 + query.length / title.length;
  if (names.some((name) => phrase.test(name))) return 1.8;
  return phrase.test(plain(record.text)) ? 1.4 : 1;
}
