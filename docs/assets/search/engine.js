// Finds records in the index that hooks/atlas/search writes. Nothing here touches the page.

import { textOf } from "../files.js";
import { escaped, read } from "./query.js";
import { isHan, parts as tokenParts, whole } from "./tokens.js";

const LOOKED_INTO = 12; // records that are read before any is shown
export const SHOWN = 10;
const PATIENCE = 15_000; // milliseconds
export const LONGEST = 200; // characters of a query that are looked at
const COMPLETIONS = 24; // tokens that a word that is still being typed may mean
const QUESTION = 4; // parts
const MOST = 0.6; // of what a query asks, where no record has all of it
const ENOUGH = 0.42; // where the record is about what it has, as its title or names say
const ABOUT = 55; // the impact of a word in a title or name
const ENDING = 6; // letters that may follow a word's beginning
const LIKE = 3; // letters that a slip of the pen leaves
const APART = 0.8; // what a name's parts are worth beside the name
const CUT = 0.1; // of the best score: what is worth less is no answer
const ANSWERS = new Set(["section", "feature", "release"]); // the others list answers, or explain words

export class Index {
  /** `root` is the address of the language's folder and ends in a slash. */
  constructor(root) {
    this.root = root;
    this.files = new Map();
    this.cache = "default";
  }

  /** The directory, and words to show results with. */
  get directory() {
    return this.file("index.json");
  }

  file(path) {
    if (!this.files.has(path)) {
      const asked = fetched(this.root + path, this.cache);
      asked.catch(() => this.files.delete(path)); // asked for anew next time
      this.files.set(path, asked);
    }
    return this.files.get(path);
  }

  /**
   * Records for the query, best first. `missing` are its words that stand nowhere, `found` those that do, `guessed`
   * those that only others like them do; `partly`: no record says all of it.
   */
  async search(query) {
    try {
      return await this.answer(query);
    } catch (error) {
      if (!error.url?.includes(`/${(await this.directory).build}/`)) throw error;
      this.files.clear(); // the site was built anew since this page was opened: what it knows of the index is gone
      this.cache = "reload";
      return this.answer(query);
    }
  }

  async answer(query) {
    const parts = read(query.slice(0, LONGEST));
    await Promise.all(parts.map((part) => this.find(part)));
    for (const part of parts.filter((each) => each.share)) part.needed &&= part.found.size > 0 || !isCovered(part, parts);
    const needed = parts.filter((part) => part.needed);
    const unknown = needed.filter((part) => !part.found.size);
    const missing = distinct(unknown);
    const found = distinct(needed.filter((part) => !part.share)).filter((word) => !missing.includes(word));
    let records = unknown.length ? [] : await this.judge(query, parts, this.ranked(parts, 1));
    const partly = !records.length;
    // A name that nobody wrote is not another name; of other words, those that tell most may be enough.
    const other = unknown.some((part) => part.every || part.fixed || (part.share && needed.length < QUESTION));
    if (!records.some(isAnswer) && !other) {
      const most = unknown.length && needed.length < QUESTION ? MOST : ENOUGH;
      const some = await this.judge(query, parts, this.ranked(parts, most));
      const have = new Set(records.map((record) => record.number));
      records = [...records, ...some.filter((record) => !have.has(record.number))];
    }
    const guessed = distinct(needed.filter((part) => part.guessed));
    return { records: records.slice(0, SHOWN), missing, found, guessed, partly };
  }

  // --- where it stands ---------------------------------------------------------------------------

  /** Sets `found`: record → impact, `apart`: those that say a name's parts, and `weight`: how telling it all is. */
  async find(part) {
    const { records } = await this.directory;
    part.found = new Map();
    part.apart = new Set();
    part.guessed = false;
    let lists = await this.lists(part.exact);
    if (!lists.length && part.begins) lists = await this.completions(part.begins);
    if (!lists.length && part.begins) {
      lists = part.every ? await this.ending(part.ends) : await this.misspelt(part.begins);
      part.guessed = lists.length > 0;
    }
    if (part.every) await this.findApart(part);
    part.cut = lists.some((list) => list.count > list.places.length);
    for (const { places } of lists) {
      for (const [record, impact] of places) {
        part.found.set(record, Math.max(impact, part.found.get(record) ?? 0));
        part.apart.delete(record); // it says the whole
      }
    }
    const common = Math.max(part.found.size, ...lists.map((list) => list.count), 1);
    part.weight = Math.log(1 + records / common) * (part.share ?? 1);
  }

  async lists(tokens) {
    return (await Promise.all(tokens.map((token) => this.list(token)))).filter(Boolean);
  }

  /** Records that say every part of a name; whether side by side, only their text can tell. */
  async findApart(part) {
    const lists = await Promise.all(part.every.map(async (token) => (await this.list(token)) ?? (await this.completions(token))[0]));
    if (!lists.every(Boolean)) return;
    const [first, ...others] = lists.map((list) => new Map(list.places));
    for (const [record, impact] of first) {
      if (!others.every((other) => other.has(record))) continue;
      part.apart.add(record);
      part.found.set(record, APART * Math.min(impact, ...others.map((other) => other.get(record))));
    }
  }

  /** Of a path that nobody wrote, the longest end that somebody did: nn.parallel.DistributedDataParallel. */
  async ending(ends) {
    for (const end of ends) {
      const split = tokenParts(end);
      const lists = await this.lists([split.length > 1 ? whole(end) : split[0]]);
      if (lists.length) return lists;
    }
    const last = tokenParts(ends.at(-1) ?? "");
    return last.length === 1 ? this.misspelt(last[0]) : [];
  }

  /** The records of a token: how many there are, and those listed with their impact. */
  async list(token) {
    const shard = await this.shard(await this.place(token));
    return shard && Object.hasOwn(shard, token) ? listed(shard[token]) : undefined; // “constructor” is a word, too
  }

  async completions(start) {
    if (start.length < 2 && !isHan(start)) return [];
    const found = (await this.beginning(start)).slice(0, COMPLETIONS);
    return found.map(([, numbers]) => listed(numbers));
  }

  /** Tokens that begin so, with their lists, from at most two shards. */
  async beginning(start) {
    const { tokens } = await this.directory;
    const at = await this.place(start);
    const near = await Promise.all([this.shard(at), tokens[at + 1]?.startsWith(start) ? this.shard(at + 1) : {}]);
    return near.flatMap((shard) => Object.entries(shard ?? {})).filter(([token]) => token.startsWith(start));
  }

  /** Tokens that differ from a long word by a letter, or that it goes on from: parametrizaton. */
  async misspelt(word) {
    if (word.length < 5 || isHan(word)) return [];
    const alike = (await this.beginning(word.slice(0, LIKE))).filter(([token]) => isSlip(token, word));
    return alike.slice(0, COMPLETIONS).map(([, numbers]) => listed(numbers));
  }

  /** The number of the shard that would hold a token. */
  async place(token) {
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

  // --- which is best -----------------------------------------------------------------------------

  /** Numbers of records that have at least `share` of what is needed, by what the index knows of them. */
  ranked(parts, share) {
    const needed = parts.filter((part) => part.needed);
    const sure = needed.filter((part) => !part.cut); // a list that was cut cannot tell that a record lacks a token
    const must = sure.length ? sure : needed;
    const total = must.reduce((sum, part) => sum + part.weight, 0);
    const scores = new Map();
    for (const part of parts) {
      for (const [record, impact] of part.found) {
        const score = scores.get(record) ?? { sum: 0, has: 0, told: 0 };
        score.sum += part.weight * impact * (part.needed ? 1 : (part.beside ?? 0.5));
        if (must.includes(part)) {
          score.has += part.weight;
          score.told += part.weight * impact;
        }
        scores.set(record, score);
      }
    }
    const fixed = parts.filter((part) => part.fixed);
    const enough = ({ has, told }) => has >= total * share - 1e-9 || (share < 1 && has >= total * ENOUGH && told >= has * ABOUT);
    return [...scores]
      .filter(([record, score]) => enough(score) && fixed.every((part) => part.found.has(record)))
      .map(([number, score]) => ({ number, score: score.sum * (score.has / total) }))
      .sort((a, b) => b.score - a.score || a.number - b.number)
      .slice(0, LOOKED_INTO);
  }

  /** The records themselves, those that say the query as it stands before the others. */
  async judge(query, parts, ranked) {
    const read = await Promise.all(ranked.map(async (found) => ({ ...found, ...shown(await this.record(found.number)) })));
    const asked = plain(query.slice(0, LONGEST));
    const judged = read
      .filter((record) => parts.every((part) => !part.apart.has(record.number) || saysTogether(record, part.every)))
      .map((record) => ({ ...record, score: record.score * (isAnswer(record) ? closeness(record, asked) : 1) }))
      .sort((a, b) => b.score - a.score || a.number - b.number);
    return judged.filter((record) => record.score >= CUT * judged[0].score);
  }
}

/** Does each of a pair's characters stand in another pair that is found? Then the browser parted a word that is none. */
function isCovered(pair, parts) {
  const others = parts.filter((part) => part.phrase === pair.phrase && part !== pair && part.found.size);
  return [pair.at, pair.at + 1].every((at) => others.some((other) => other.at === at || other.at + 1 === at));
}

const isAnswer = (record) => ANSWERS.has(record.kind);

async function fetched(url, cache) {
  try {
    return JSON.parse(await textOf(url, { cache, signal: AbortSignal.timeout(PATIENCE) }));
  } catch (error) {
    throw Object.assign(new Error(error.message), { url });
  }
}

function distinct(parts) {
  return [...new Set(parts.map((part) => part.word))];
}

function listed(numbers) {
  const places = [];
  let record = 0;
  for (let i = 1; i < numbers.length; i += 2) {
    record += numbers[i];
    places.push([record, numbers[i + 1]]);
  }
  return { count: numbers[0], places };
}

/** By code points, as Python sorts. */
function compare(a, b) {
  const [x, y] = [[...a], [...b]];
  const at = x.findIndex((char, i) => char !== y[i]);
  if (at < 0) return x.length - y.length;
  return at >= y.length ? 1 : x[at].codePointAt(0) - y[at].codePointAt(0);
}

function shown({ u, k, t, v = "", l = "", n = [], x = "" }) {
  return { url: u, kind: k, title: t, release: v, level: l, names: n, text: x };
}

/** A text for comparing: without case, signs and doubled spaces. */
function plain(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[\s._\-–—/（）()“”"'：:，,、]+/g, " ").trim();
}

/** A name's parts have to stand side by side: torch.fusion is not any torch and any fusion. */
function saysTogether(record, words) {
  const side = words.map((word) => `${word}\\p{L}*`).join("[^\\p{L}\\p{N}]*");
  return new RegExp(side, "iu").test([record.title, ...record.names, record.text].join("\n").normalize("NFKC"));
}

/** Is the word the token with a letter more, less or other, or its beginning with something after it? */
function isSlip(token, word) {
  if (token.length >= 5 && word.startsWith(token) && word.length - token.length <= ENDING) return true;
  if (Math.abs(token.length - word.length) > 1) return false;
  let at = 0;
  while (at < token.length && token[at] === word[at]) at++;
  const rests = [token.slice(at), word.slice(at)];
  const swapped = rests[0][0] === rests[1][1] && rests[0][1] === rests[1][0] && rests[0].slice(2) === rests[1].slice(2);
  return swapped || rests[0].slice(1) === rests[1].slice(1) || rests[0].slice(1) === rests[1] || rests[0] === rests[1].slice(1);
}

function closeness(record, asked) {
  const title = plain(record.title);
  const names = record.names.map(plain);
  if (title === asked) return 4;
  if (names.includes(asked)) return 3;
  const edge = /^\p{Script=Han}/u.test(asked) ? "" : "(?<![\\p{L}\\p{N}])";
  const phrase = new RegExp(edge + escaped(asked), "u");
  if (phrase.test(title)) return 2 + asked.length / title.length;
  if (names.some((name) => phrase.test(name))) return 1.8;
  return phrase.test(plain(record.text)) ? 1.4 : 1;
}
