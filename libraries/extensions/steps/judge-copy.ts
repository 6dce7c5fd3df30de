// Judges whether an installed copy meets the requirements. Pure.

import type { InstalledExtension } from "@pictor/kernel/plugin";
import satisfies from "semver/functions/satisfies.js";
import eq from "semver/functions/eq.js";
import ltr from "semver/ranges/ltr.js";
import gtr from "semver/ranges/gtr.js";
import type { Doubt, Pin, UpdateReason } from "./step.js";
import { isIn, isSameCommit } from "../versions/version.js";

/** The combined requirements on the version of one extension. */
export interface VersionCriteria {
  readonly range: string;
  readonly commits: readonly string[];
  readonly pin?: Pin;
}

export type Verdict =
  | { readonly is: "ok" }
  | { readonly is: "wrong"; readonly because: UpdateReason }
  | { readonly is: "doubtful"; readonly because: Doubt };

const ok: Verdict = { is: "ok" };
const wrong = (because: UpdateReason): Verdict => ({ is: "wrong", because });
const doubtful = (because: Doubt): Verdict => ({ is: "doubtful", because });

function judgeVersion(version: string, range: string): Verdict {
  if (isIn(version, range)) return ok;
  if (satisfies(version, range, { includePrerelease: true })) return doubtful("prerelease");
  if (ltr(version, range)) return wrong("outdated");
  return wrong(gtr(version, range) ? "too-new" : "outside");
}

/** Whether a copy has the version or commit of the lock file; undefined if the two have no comparable version or commit. */
function isPinned({ version, commit }: InstalledExtension, pin: Pin): boolean | undefined {
  if (pin.commit !== undefined && commit !== undefined) return isSameCommit(pin.commit, commit);
  if (pin.version !== undefined && version !== undefined) return eq(pin.version, version);
  return undefined;
}

/** A copy without a version is accepted if the lock file names its commit, because the user has agreed to it before. */
export function judgeCopy(copy: InstalledExtension, { range, commits, pin }: VersionCriteria): Verdict {
  const pinned = pin === undefined ? undefined : isPinned(copy, pin);
  const isKnown = range === "*" || (pinned === true && copy.version === undefined);
  if (!isKnown) {
    if (copy.version === undefined) return doubtful("version");
    const found = judgeVersion(copy.version, range);
    if (found.is !== "ok") return found;
  }
  const { commit } = copy;
  if (!commits.every((text) => commit !== undefined && isSameCommit(text, commit))) return doubtful("commit");
  return pinned === false ? wrong("pin") : ok;
}
