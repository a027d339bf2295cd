/** A sort key for a version, in the order of `version_key` in hooks/atlas: 1.9 < 1.10 < 2.1.0-rc1 < 2.1 < 2.1.1. */
export function versionKey(version) {
  const numbers = version.replace(/(\.0)+(?=-|$)/, "").replace(/\d+/g, (digits) => digits.padStart(6, "0"));
  return version.includes("-") ? numbers.replace("-", "!") : `${numbers}#`;
}
