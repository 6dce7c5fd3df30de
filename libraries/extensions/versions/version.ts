// Parses versions by an exact grammar; a string that does not match is never coerced. Pure.

import parse from "semver/functions/parse.js";
import valid from "semver/functions/valid.js";
import satisfies from "semver/functions/satisfies.js";
import prerelease from "semver/functions/prerelease.js";
import gt from "semver/functions/gt.js";

/**
 * An optional `v`; two or three numbers without leading zeros; then a prerelease and build metadata as in semver, or `a1`,
 * `b1` or `rc1` as in Python.
 */
const grammar =
  /^[vV]?(0|[1-9]\d*)\.(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?(?:(a|b|rc)(0|[1-9]\d*)|-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;

const maxLength = 100;

/** Whether a version such as `2024.5.1` or `2024.12` is a date, which no range is meant to compare. */
const isDate = (major: number, minor: number): boolean =>
  major >= 1990 && major <= 2100 && minor >= 1 && minor <= 12;

/**
 * The version as exact semver: `v1.2` is 1.2.0, and `1.2.0rc1` is 1.2.0-rc.1. Undefined for every other text: dates, hashes,
 * one or four numbers, prefixes, and `.post1` and `.dev1`, which have no order in semver.
 */
export function versionOf(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const match = grammar.exec(text);
  if (match === null) return undefined;
  const [, major = "", minor = "", patch = "0", python, number, prerelease, build] = match;
  if (isDate(Number(major), Number(minor))) return undefined;
  const before = python === undefined ? prerelease : `${python}.${number ?? "0"}`;
  const exact = `${major}.${minor}.${patch}${before === undefined ? "" : `-${before}`}`;
  const parsed = parse(build === undefined ? exact : `${exact}+${build}`);
  return parsed?.version;
}

/** A hash of 7 to 40 hexadecimal digits in lower case; undefined for any other text. */
export function commitOf(text: string): string | undefined {
  const commit = text.toLowerCase();
  return /^[0-9a-f]{7,40}$/.test(commit) ? commit : undefined;
}

/** Whether two hashes, which may be abbreviated, are of the same commit. */
export const isSameCommit = (one: string, other: string): boolean => {
  const [a, b] = [commitOf(one), commitOf(other)];
  return a !== undefined && b !== undefined && (a.startsWith(b) || b.startsWith(a));
};

/** The version of a range that accepts exactly one version, as in npm: `1.2.0` does, `1.2` does not. */
export const exactVersion = (range: string): string | undefined =>
  valid(range.trim().replace(/^=\s*/, "")) ?? undefined;

/** A version, and the text that it was read from, such as a tag. */
export interface Versioned {
  readonly text: string;
  readonly version: string;
}

/** The newest version in a range. */
export function newestIn(texts: Iterable<string>, range: string): Versioned | undefined {
  let best: Versioned | undefined;
  for (const text of texts) {
    const version = versionOf(text);
    if (version === undefined || !isIn(version, range)) continue;
    if (best === undefined || isPreferred(version, best.version, range)) best = { text, version };
  }
  return best;
}

/** All versions in a range, newest first. */
export function newestFirst(texts: Iterable<string>, range: string): readonly Versioned[] {
  const found: Versioned[] = [];
  for (const text of texts) {
    const version = versionOf(text);
    if (version !== undefined && isIn(version, range)) found.push({ text, version });
  }
  return found.sort((a, b) =>
    isPreferred(a.version, b.version, range) ? -1 : isPreferred(b.version, a.version, range) ? 1 : 0,
  );
}

/** Whether a range accepts every version. */
export const isAnyVersion = (range: string): boolean => range.trim() === "" || range.trim() === "*";

/** Like npm, accepts a prerelease only if the range names a prerelease of the same version. `*` accepts every version. */
export const isIn = (version: string, range: string): boolean =>
  isAnyVersion(range) || satisfies(version, range);

/** Whether a version is newer than another one. If any version is accepted, releases are preferred to prereleases. */
function isPreferred(version: string, than: string, range: string): boolean {
  const [a, b] = [prerelease(version) === null, prerelease(than) === null];
  return isAnyVersion(range) && a !== b ? a : gt(version, than);
}
