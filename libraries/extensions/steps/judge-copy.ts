// Whether one installed copy will do for what is required. Pure.

import type { InstalledExtension } from "@pictor/kernel/plugin";
import satisfies from "semver/functions/satisfies.js";
import eq from "semver/functions/eq.js";
import ltr from "semver/ranges/ltr.js";
import gtr from "semver/ranges/gtr.js";
import type { Doubt, Pin, UpdateReason } from "./step.js";
import { isIn, isSameCommit } from "../versions/version.js";

/** What all requirers of one extension want of it. */
export interface Wish {
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

function ofVersion(version: string, range: string): Verdict {
  if (isIn(version, range)) return ok;
  if (satisfies(version, range, { includePrerelease: true })) return doubtful("prerelease");
  if (ltr(version, range)) return wrong("outdated");
  return wrong(gtr(version, range) ? "too-new" : "outside");
}

/** Undefined where one of the two does not tell. */
function isPinned({ version, commit }: InstalledExtension, pin: Pin): boolean | undefined {
  if (pin.commit !== undefined && commit !== undefined) return isSameCommit(pin.commit, commit);
  if (pin.version !== undefined && version !== undefined) return eq(pin.version, version);
  return undefined;
}

/** A copy without a version will do where the lock file names its very commit: it was agreed to once. */
export function verdictOf(copy: InstalledExtension, { range, commits, pin }: Wish): Verdict {
  const pinned = pin === undefined ? undefined : isPinned(copy, pin);
  const isKnown = range === "*" || (pinned === true && copy.version === undefined);
  if (!isKnown) {
    if (copy.version === undefined) return doubtful("version");
    const found = ofVersion(copy.version, range);
    if (found.is !== "ok") return found;
  }
  const { commit } = copy;
  if (!commits.every((text) => commit !== undefined && isSameCommit(text, commit))) return doubtful("commit");
  return pinned === false ? wrong("pin") : ok;
}
