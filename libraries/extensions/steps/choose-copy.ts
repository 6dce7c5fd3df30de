// Chooses which of several copies of an extension is compared with the requirements. Pure.

import type { InstalledExtension } from "@pictor/kernel/plugin";
import compare from "semver/functions/compare.js";
import { byPlace } from "../names/order.js";
import { judgeCopy, type Verdict, type VersionCriteria } from "./judge-copy.js";

export interface Chosen {
  readonly found: InstalledExtension;
  readonly copies: readonly InstalledExtension[];
  readonly verdict: Verdict;
}

const others = (
  all: readonly InstalledExtension[],
  found: InstalledExtension,
): readonly InstalledExtension[] => all.filter((copy) => copy !== found);

/**
 * Of the enabled copies, the last loaded one by name: the server usually loads its folder in the order of names, and the last
 * class of a name replaces the others. Because that order is not certain, copies with different verdicts are doubtful.
 */
function amongEnabled(
  all: readonly InstalledExtension[],
  enabled: readonly InstalledExtension[],
  wish: VersionCriteria,
): Chosen | undefined {
  const loaded = enabled.filter((copy) => copy.loaded === true);
  const counting = loaded.length > 0 ? loaded : enabled;
  const found = counting.at(-1);
  if (found === undefined) return undefined;
  const verdict = judgeCopy(found, wish);
  const isCertain = counting.every((copy) => judgeCopy(copy, wish).is === verdict.is);
  return {
    found,
    copies: others(all, found),
    verdict: isCertain ? verdict : { is: "doubtful", because: "copies" },
  };
}

const ranks: Readonly<Record<Verdict["is"], number>> = { ok: 2, doubtful: 1, wrong: 0 };

/** Chooses one of the disabled copies: one that meets the requirements, preferably the newest. */
function amongDisabled(all: readonly InstalledExtension[], wish: VersionCriteria): Chosen | undefined {
  const judged = all.map((copy) => ({ copy, verdict: judgeCopy(copy, wish) }));
  const [best] = judged.sort(
    (a, b) =>
      ranks[b.verdict.is] - ranks[a.verdict.is] ||
      compare(b.copy.version ?? "0.0.0-0", a.copy.version ?? "0.0.0-0") ||
      byPlace(a.copy, b.copy),
  );
  return best && { found: best.copy, copies: others(all, best.copy), verdict: best.verdict };
}

/** Chooses the copy to compare; undefined if no copy is installed. */
export function chooseCopy(
  installed: readonly InstalledExtension[],
  wish: VersionCriteria,
): Chosen | undefined {
  const all = [...installed].sort(byPlace);
  const enabled = all.filter((copy) => copy.enabled);
  return amongEnabled(all, enabled, wish) ?? amongDisabled(all, wish);
}
