// Which version a wish means: an exact version, or a range.

import type { ExtensionSpec, PictorError } from "@pictor/kernel/plugin";
import { extensionFault } from "../faults.js";
import { withoutCredentials } from "../names/credentials.js";
import { isAnyVersion, isIn, newestFirst, newestIn, versionOf } from "./version.js";
import { problemOfRange } from "./version-ranges.js";

type Wanted = Pick<ExtensionSpec, "version" | "range">;

/** The wanted version in the normal form, if it has one, as it is compared. */
const exactOf = ({ version }: Wanted): string | undefined =>
  version === undefined ? undefined : (versionOf(version) ?? version);

/** Throws `EXTENSION_RANGE_INVALID`. */
export function requireRange({ id, range }: ExtensionSpec): void {
  const reason = problemOfRange(range);
  if (reason === undefined) return;
  throw extensionFault("EXTENSION_RANGE_INVALID", { id: withoutCredentials(id), range, reason });
}

/** The wanted one of the versions, as it is written: the exact version, else the newest one in the range. */
export function chooseVersion(versions: readonly string[], wanted: Wanted): string | undefined {
  const exact = exactOf(wanted);
  if (exact === undefined) return newestIn(versions, wanted.range)?.text;
  return versions.find((text) => text === exact || versionOf(text) === exact);
}

/** Whether a version is the wanted one. An unknown version is, if any version is accepted. */
export function isWanted(wanted: Wanted, found: string | undefined): boolean {
  if (wanted.version !== undefined) return exactOf(wanted) === found;
  return found === undefined ? isAnyVersion(wanted.range) : isIn(found, wanted.range);
}

const maxShown = 5;

/** The error for a wish that no version meets: it shows the newest ones of `found`, or `ifNone`. */
export function noVersionFault(
  id: string,
  wanted: Wanted,
  found: readonly string[],
  ifNone = "none",
): PictorError {
  const versions = newestFirst(new Set(found), "*").map(({ text }) => text);
  const sorted = [...new Set([...versions, ...found])];
  const shown = sorted.slice(0, maxShown).join(", ");
  return extensionFault("EXTENSION_NO_VERSION", {
    id: withoutCredentials(id),
    range: exactOf(wanted) ?? wanted.range,
    found: sorted.length === 0 ? ifNone : sorted.length > maxShown ? `${shown} and older ones` : shown,
  });
}
