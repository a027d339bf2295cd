// How versions are ordered, as version_key in hooks/atlas/model.py orders them.

/** A version as text that sorts as versions do: 1.9 < 1.10 < 2.1.0-rc1 < 2.1 < 2.1.1. */
export function ordered(version) {
  const numbers = version.replace(/(\.0)+(?=-|$)/, "").replace(/\d+/g, (digits) => digits.padStart(6, "0"));
  return version.includes("-") ? numbers.replace("-", "!") : `${numbers}#`;
}
