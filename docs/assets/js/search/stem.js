// English stems by Snowball's English algorithm (Porter2), as described at
// https://snowballstem.org/algorithms/english/stemmer.html; a test compares them with Python's.

const EXCEPTIONS = pairs(
  "skies:sky idly:idl gently:gentl ugly:ugli early:earli only:onli singly:singl " +
    "sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes",
);
const LONG_STARTS = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/; // after which region 1 begins
const SHORT_END = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|past)$/;
// What must precede these endings.
const BEFORE = { ogi: "(?<=l)", li: "(?<=[cdeghkmnrt])", ion: "(?<=[st])" };
const STEP_2 = endings(
  "tional:tion enci:ence anci:ance abli:able entli:ent izer:ize ization:ize ational:ate ation:ate ator:ate " +
    "alism:al aliti:al alli:al fulness:ful ousli:ous ousness:ous iveness:ive iviti:ive biliti:ble bli:ble " +
    "ogist:og ogi:og fulli:ful lessli:less li:",
);
const STEP_3 = endings("tional:tion ational:ate alize:al icate:ic iciti:ic ical:ic ful: ness: ative:");
const STEP_4 = endings("al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ism: ate: iti: ous: ive: ize: ion:");

function pairs(words) {
  return new Map(words.split(" ").map((pair) => pair.split(":")));
}

/** The replacement of each ending, and a regular expression that finds the longest ending. */
function endings(words) {
  const becomes = pairs(words);
  const found = new RegExp(`(?:${[...becomes.keys()].map((end) => (BEFORE[end] ?? "") + end).join("|")})$`);
  return { becomes, found };
}

// Forms that Snowball keeps apart; see stem() in hooks/atlas/core/text.py.
const PLURAL = /^([^aeiouy]{2,}u?)s$/;
const BRITISH = /(?<=[a-z]{3}[^cvw])is(?=(?:e[drs]?|ers|ing|ations?)$)/;
const LEFT_OVER = /(?<=[a-z]{4})(?:(?<=([bdgmnprt]))\1|ifi?|iti)$/;

/** The common stem of the forms of a lowercase English word. */
export function stem(word) {
  if (!/^[a-z]+$/.test(word)) return word;
  return porter2(word.replace(PLURAL, "$1").replace(BRITISH, "iz")).replace(LEFT_OVER, "");
}

function porter2(word) {
  if (word.length < 3) return word;
  if (EXCEPTIONS.has(word)) return EXCEPTIONS.get(word);
  let text = word.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y"); // Y is a consonant
  const region1 = LONG_STARTS.exec(text)?.[0].length ?? regionAfter(text, 0);
  const region2 = regionAfter(text, region1);
  text = withoutVerbEnding(withoutPlural(text), region1).replace(/(?<=.[^aeiouy])[yY]$/, "i");
  text = replaced(text, STEP_2, region1);
  text = replaced(text, STEP_3, text.endsWith("ative") ? region2 : region1);
  text = replaced(text, STEP_4, region2);
  const last = text.length - 1;
  const isSilent = text.endsWith("e") && (last >= region2 || (last >= region1 && !SHORT_END.test(text.slice(0, -1))));
  if (isSilent || (text.endsWith("ll") && last >= region2)) text = text.slice(0, -1);
  return text.toLowerCase();
}

/** Where the region begins after the first non-vowel that follows a vowel. */
function regionAfter(text, start) {
  const at = text.slice(start).search(/[aeiouy][^aeiouy]/);
  return at < 0 ? text.length : start + at + 2;
}

function replaced(text, { becomes, found }, region) {
  const end = found.exec(text);
  return end && end.index >= region ? text.slice(0, end.index) + becomes.get(end[0]) : text;
}

function withoutPlural(text) {
  if (text.endsWith("sses")) return text.slice(0, -2);
  if (/ie[ds]$/.test(text)) return text.slice(0, text.length > 4 ? -2 : -1);
  return /[aeiouy].+(?<![us])s$/.test(text) ? text.slice(0, -1) : text;
}

function withoutVerbEnding(text, region1) {
  const [end] = /(?:eed|ed|ing)(?:ly)?$/.exec(text) ?? [""];
  const rest = text.slice(0, text.length - end.length);
  if (end.startsWith("eed")) return rest.length >= region1 && !/^(?:proc|exc|succ)$/.test(rest) ? `${rest}ee` : text;
  if (end === "ing" && /^[^aeiouy]y$/.test(rest)) return `${rest[0]}ie`;
  if (end === "ing" && /^(?:inn|out|cann|herr|earr|even)$/.test(rest)) return text;
  if (!end || !/[aeiouy]/.test(rest)) return text;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return /^[aeo]..$/.test(rest) ? rest : rest.slice(0, -1);
  return rest.length === region1 && SHORT_END.test(rest) ? `${rest}e` : rest;
}
