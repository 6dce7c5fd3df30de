// Versions by an exact grammar: what it does not know has no version, and is never guessed. Pure.

import parse from "semver/functions/parse.js";
import valid from "semver/functions/valid.js";
import satisfies from "semver/functions/satisfies.js";
import prerelease from "semver/functions/prerelease.js";
import gt from "semver/functions/gt.js";

/**
 * `v` may stand in front; two or three numbers; then, as in semver, a prerelease and build metadata, or, as in Python, one
 * of `a1`, `b1`, `rc1`. Leading zeros are no numbers.
 */
const grammar =
  /^[vV]?(0|[1-9]\d*)\.(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?(?:(a|b|rc)(0|[1-9]\d*)|-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;

const maxLength = 100;

/** `2024.5.1` and `2024.12` are days and months: no range of versions means them. */
const isDate = (major: number, minor: number): boolean =>
  major >= 1990 && major <= 2100 && minor >= 1 && minor <= 12;

/**
 * Exact semver: `v1.2` is 1.2.0, `1.2.0rc1` is 1.2.0-rc.1. Undefined for everything else: dates, hashes, single numbers,
 * four numbers, words in front, `.post1` and `.dev1`, which semver has no order for.
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

/** 7 to 40 hexadecimal digits, in lower case; undefined for what is no commit. */
export function commitOf(text: string): string | undefined {
  const commit = text.toLowerCase();
  return /^[0-9a-f]{7,40}$/.test(commit) ? commit : undefined;
}

/** Whether two commits are one, as far as both are written out. */
export const isSameCommit = (one: string, other: string): boolean => {
  const [a, b] = [commitOf(one), commitOf(other)];
  return a !== undefined && b !== undefined && (a.startsWith(b) || b.startsWith(a));
};

/** The version of a range that holds exactly one, as npm has it: `1.2.0` is one, `1.2` is not. */
export const exactVersion = (range: string): string | undefined =>
  valid(range.trim().replace(/^=\s*/, "")) ?? undefined;

/** A version, and the text that it was read from, such as a tag. */
export interface Versioned {
  readonly text: string;
  readonly version: string;
}

/** The newest version that lies in a range. */
export function newestIn(texts: Iterable<string>, range: string): Versioned | undefined {
  let best: Versioned | undefined;
  for (const text of texts) {
    const version = versionOf(text);
    if (version === undefined || !isIn(version, range)) continue;
    if (best === undefined || isBetter(version, best.version, range)) best = { text, version };
  }
  return best;
}

/** All versions that lie in a range, the one of `newestIn` first. */
export function newestFirst(texts: Iterable<string>, range: string): readonly Versioned[] {
  const found: Versioned[] = [];
  for (const text of texts) {
    const version = versionOf(text);
    if (version !== undefined && isIn(version, range)) found.push({ text, version });
  }
  return found.sort((a, b) =>
    isBetter(a.version, b.version, range) ? -1 : isBetter(b.version, a.version, range) ? 1 : 0,
  );
}

/** Whether a range accepts every version. */
export const isAnyVersion = (range: string): boolean => range.trim() === "" || range.trim() === "*";

/** As npm has it: a prerelease lies in a range only that names one of the same version. `*` holds everything. */
export const isIn = (version: string, range: string): boolean =>
  isAnyVersion(range) || satisfies(version, range);

/** A release comes before every prerelease where any version will do. */
function isBetter(version: string, than: string, range: string): boolean {
  const [a, b] = [prerelease(version) === null, prerelease(than) === null];
  return isAnyVersion(range) && a !== b ? a : gt(version, than);
}
