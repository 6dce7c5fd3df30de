// Intersects version ranges, exactly and with prereleases. Pure.

import compare from "semver/functions/compare.js";
import satisfies from "semver/functions/satisfies.js";
import Range from "semver/classes/range.js";
import Comparator from "semver/classes/comparator.js";

/** A range as alternatives, each a list of comparators that a version must satisfy; an empty list accepts any version. */
type Sets = readonly (readonly string[])[];

const maxLength = 256;
/** Maximum number of alternatives in a range. Real ranges have far fewer; the limit bounds the cost of crafted ones. */
const maxSets = 200;

/** `~=1.2` is refused: semver would read it as `~1.2`, but in Python it accepts more versions. */
const isPython = (range: string): boolean => range.includes("~=");

function setsOf(range: string): Sets | undefined {
  if (range.length > maxLength || isPython(range)) return undefined;
  try {
    const { set } = new Range(range);
    const sets = set.map((comparators) =>
      comparators.map(({ value }) => value).filter((value) => value !== ""),
    );
    return sets.some((one) => one.length === 0) ? [[]] : sets;
  } catch {
    return undefined;
  }
}

/** Why a string is not a valid range; undefined for a valid one. */
export function problemOfRange(range: string): string | undefined {
  if (range.length > maxLength) return `it has more than ${maxLength} characters`;
  if (isPython(range)) return "~= is Python's; npm's ^ and ~ mean something else";
  return setsOf(range) === undefined ? "it is not written as npm writes ranges" : undefined;
}

const textOf = (sets: Sets): string =>
  sets.map((set) => (set.length === 0 ? "*" : set.join(" "))).join(" || ");

/**
 * Versions that suffice to test whether a set is empty: the bounds of the set, the next version after each bound, and
 * the first prereleases of the versions that the set names.
 */
function candidates(set: readonly string[]): readonly string[] {
  const bounds = set.map((text) => new Comparator(text).semver);
  const near = bounds.flatMap(({ version, major, minor, patch, prerelease }) => [
    version,
    `${major}.${minor}.${patch}`,
    `${major}.${minor}.${patch}-0`,
    `${major}.${minor}.${patch + 1}`,
    `${major}.${minor}.${patch + 1}-0`,
    ...(prerelease.length > 0 ? [`${version}.0`] : []),
  ]);
  return ["0.0.0", "0.0.0-0", ...near];
}

const isPossible = (set: readonly string[]): boolean => {
  const text = set.join(" ");
  return set.length === 0 || candidates(set).some((version) => satisfies(version, text));
};

/**
 * Without lower bounds that a higher one implies: a graph names the version of each of its nodes. Bounds with prereleases
 * stay, because they accept what they name.
 */
function withoutImplied(set: readonly string[]): readonly string[] {
  const bounds = set.filter((text) => /^>=[\d.]+$/.test(text));
  const highest = bounds.toSorted((a, b) => compare(a.slice(2), b.slice(2))).at(-1);
  return set.filter((text) => text === highest || !bounds.includes(text));
}

/** The intersection: every pair of alternatives that some version satisfies. */
function both(one: Sets, other: Sets): Sets {
  const found = new Map<string, readonly string[]>();
  for (const a of one) {
    for (const b of other) {
      // Reverse order puts lower bounds first, as people write ranges.
      const set = withoutImplied([...new Set([...a, ...b])].sort().reverse());
      const key = set.join(" ");
      if (!found.has(key) && isPossible(set)) found.set(key, set);
      if (found.size > maxSets) return [...found.values()];
    }
  }
  return [...found.values()];
}

/**
 * The intersection of the ranges; `*` if they accept any version, and a single range as it was written. Undefined if no version
 * is in all of them, or one is invalid. A prerelease is accepted if one of the ranges names it: >=2.0.0-rc.1 together with
 * >=1.0.0 accepts 2.0.0-rc.1.
 */
export function intersect(ranges: readonly string[]): string | undefined {
  let common: Sets = [[]];
  const narrow = new Set<string>();
  for (const range of [...new Set(ranges)].sort()) {
    const sets = setsOf(range);
    if (sets === undefined) return undefined;
    common = both(common, sets);
    if (common.length === 0) return undefined;
    if (sets[0]?.length !== 0) narrow.add(range.trim());
  }
  const [only] = narrow;
  return only !== undefined && narrow.size === 1 ? only : textOf(common);
}
