// Finds the id of which a person has typed the whole or the beginning.

import { UsageError } from "../base/usage-error.js";
import { oneLine } from "../text/plain-text.js";

const shownCandidates = 6;

/** The first ids below each other, each as `lines` show it, and how many more there are. */
export const candidateLines = (
  ids: readonly string[],
  lines: (ids: readonly string[]) => readonly string[] = (shown) => shown,
): string =>
  [
    ...lines(ids.slice(0, shownCandidates)),
    ...(ids.length > shownCandidates ? [`and ${ids.length - shownCandidates} more`] : []),
  ]
    .map((line) => `\n  ${line}`)
    .join("");

/** The words of the errors about an id. */
export interface IdWords {
  /** What has ids, such as `jobs`. */
  readonly plural: string;
  /** The error for an id that nothing has, without its end, such as `No job has an id`, and what to do. */
  readonly none: readonly [what: string, hint: string];
  /** How several ids are shown. Default: as they are. */
  readonly lines?: (ids: readonly string[]) => readonly string[];
}

/** The id that is `typed`, or the only one that begins with it. Throws a UsageError. */
export function chooseId(ids: readonly string[], typed: string, { plural, none, lines }: IdWords): string {
  // An empty text, which usually comes from an unset variable, would match every id.
  const found = typed === "" ? [] : ids.filter((id) => id.startsWith(typed));
  const exact = found.includes(typed) ? typed : found.length === 1 ? found[0] : undefined;
  if (exact !== undefined) return exact;
  const [what, hint] = none;
  const text = oneLine(typed);
  if (found.length === 0) throw new UsageError("USAGE_VALUE", `${what} that begins with "${text}".`, hint);
  const candidates = `Type more characters:${candidateLines(found, lines)}`;
  throw new UsageError("USAGE_VALUE", `"${text}" matches ${found.length} ${plural}.`, candidates);
}
