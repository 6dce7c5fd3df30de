// Describes the change from one version to another. Pure.

import { newestIn, versionOf } from "@pictor/extensions";
import { oneLine } from "../text/plain-text.js";

/** True if both strings are versions and `to` is older than `from`. */
function isOlder(to: string, from: string): boolean {
  const [before, after] = [versionOf(from), versionOf(to)];
  if (before === undefined || after === undefined || before === after) return false;
  return newestIn([from, to], `${before} || ${after}`)?.version === before;
}

/** `updated from 1.0.0 to 2.0.0`; a downgrade is `changed from ...`. */
export const versionChange = (from: string, to: string): string =>
  `${isOlder(to, from) ? "changed" : "updated"} from ${oneLine(from)} to ${oneLine(to)}`;
