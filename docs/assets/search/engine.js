// Finds records in the index that hooks/atlas/search writes. Nothing here touches the page.

import { read } from "./query.js";
import { isHan } from "./tokens.js";

const LOOKED_INTO = 16; // records that are read before any is shown
export const SHOWN = 10;
const LONGEST = 200; // characters of a query that are looked at
const COMPLETIONS = 24; // tokens that a word that is still being typed may mean
const QUESTION = 4; // words
const ENOUGH = 0.6; // of what a query asks, where no record has all of it
const ENOUGH_OF_QUESTION = 0.45;

const CUT = 0.1; // of the best score: what is worth less is no answer
const ANSWERS = new Set(["section", "feature", "release"]); // the others list answers, or explain words

export class Index {
  /** `root` is the address of the language's folder and ends in a slash. */
  constructor(root, get = fetched) {
    this.root = root;
    this.get = get;
    this.files = new Map();
  }

  /** The directory, and words to show results with. */
  get directory() {
    return this.file("index.json");
  }

  file(path) {
    if (!this.files.has(path)) {
      const asked = this.get(this.root + path);
      asked.catch(() => this.files.delete(path)); // asked for anew next time
      this.files.set(path, asked);
    }
    return this.files.get(path);
  }

  /**
   * Records for the query, best first. `missing` are its words that stand nowhere, `found` those that do; `partly`:
   * no record says all of it.
   */
  async search(query) {
    const parts = read(query.slice(0, LONGEST));
    await Promise.all(parts.map((part) => this.find(part)));
    const words = distinct(parts.filter((part) => part.needed));
    const missing = distinct(parts.filter((part) => part.needed && !part.found.size));
    const found = words.filter((word) => !missing.includes(word));
    // A short query asks for each of its words. A question is answered by what says most of it.
    const asking = words.length >= QUESTION && missing.length * 2 <= words.length;
    if ((missing.length && !asking) || !parts.length) return { records: [], missing, found, partly: false };
    const there = parts.filter((part) => part.found.size);
    const whole = await this.judge(query, there, this.ranked(there, 1));
    const records = whole.length ? whole : await this.judge(query, there, this.ranked(there, asking ? ENOUGH_OF_QUESTION : ENOUGH));
    return { records: records.slice(0, SHOWN), missing, found, partly: missing.length > 0 || !whole.length };
  }

  // --- where it stands ---------------------------------------------------------------------------

  /** Sets `found`: record → impact, and `weight`: how telling the part is. */
  async find(part) {
    const { records } = await this.directory;
    let lists = (await Promise.all(part.exact.map((token) => this.list(token)))).filter(Boolean);
    if (!lists.length && part.begins) lists = await this.completions(part.begins);
    part.found = new Map();
    part.cut = false;
    for (const list of lists) this.add(part, list);
    if (part.every) {
      const each = await Promise.all(part.every.map(async (token) => (await this.list(token)) ?? (await this.completions(token))[0]));
      if (each.every(Boolean)) {
        const maps = each.map((list) => new Map(list.places));
        for (const [record, impact] of maps[0]) {
          if (part.found.has(record) || !maps.every((map) => map.has(record))) continue;
          part.found.set(record, 0.8 * Math.min(impact, ...maps.map((map) => map.get(record))));
        }
      }
    }
    part.weight = Math.log(1 + records / Math.max(part.found.size, ...lists.map((list) => list.count), 1));
  }

  add(part, list) {
    part.cut ||= list.count > list.places.length;
    for (const [record, impact] of list.places) part.found.set(record, Math.max(impact, part.found.get(record) ?? 0));
  }

  /** The records of a token: how many there are, and those listed with their impact. */
  async list(token) {
    const shard = await this.shard(await this.place(token));
    return shard && Object.hasOwn(shard, token) ? listed(shard[token]) : undefined; // “constructor” is a word, too
  }

  async completions(start) {
    if (start.length < 2 && !isHan(start)) return [];
    const at = await this.place(start);
    const near = await Promise.all([this.shard(at), this.shard(at + 1)]);
    const found = near.flatMap((shard) => Object.entries(shard ?? {}).filter(([token]) => token.startsWith(start)));
    return found.slice(0, COMPLETIONS).map(([, numbers]) => listed(numbers));
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
  ranked(wanted, share) {
    const needed = wanted.filter((part) => part.needed);
    const sure = needed.filter((part) => !part.cut); // a list that was cut cannot tell that a record lacks a token
    const must = sure.length ? sure : needed;
    const total = must.reduce((sum, part) => sum + part.weight, 0);
    const scores = new Map();
    for (const part of wanted) {
      for (const [record, impact] of part.found) {
        const score = scores.get(record) ?? { sum: 0, has: 0 };
        score.sum += part.weight * impact * (part.needed ? 1 : 0.5);
        if (must.includes(part)) score.has += part.weight;
        scores.set(record, score);
      }
    }
    return [...scores]
      .filter(([, score]) => score.has >= total * share - 1e-9)
      .map(([number, score]) => ({ number, score: score.sum * (score.has / total) }))
      .sort((a, b) => b.score - a.score || a.number - b.number)
      .slice(0, LOOKED_INTO);
  }

  /** The records themselves, those that say the query as it stands before the others. */
  async judge(query, wanted, ranked) {
    const read = await Promise.all(ranked.map(async (found) => ({ ...found, ...shown(await this.record(found.number)) })));
    const apart = wanted.filter((part) => part.every);
    const asked = plain(query);
    const judged = read
      .filter((record) => apart.every((part) => saying(record, part)))
      .map((record) => ({ ...record, score: record.score * (ANSWERS.has(record.kind) ? closeness(record, asked) : 1) }))
      .sort((a, b) => b.score - a.score || a.number - b.number);
    return judged.filter((record) => record.score >= CUT * judged[0].score);
  }
}

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.json();
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
function saying(record, part) {
  const side = part.every.map((word) => `${word.replace(/[+]/g, "\\+")}\\p{L}*`).join("[^\\p{L}\\p{N}]*");
  return new RegExp(side, "iu").test([record.title, ...record.names, record.text].join("\n").normalize("NFKC"));
}

function closeness(record, asked) {
  const title = plain(record.title);
  const names = record.names.map(plain);
  if (title === asked) return 4;
  if (names.includes(asked)) return 3;
  const edge = /^\p{Script=Han}/u.test(asked) ? "" : "(?<![\\p{L}\\p{N}])";
  const phrase = new RegExp(edge + asked.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "u");
  if (phrase.test(title)) return 2 + asked.length / title.length;
  if (names.some((name) => phrase.test(name))) return 1.8;
  return phrase.test(plain(record.text)) ? 1.4 : 1;
}
