// Reads contributions from manifests that were not validated.

import { isRecord, recordOrEmpty } from "../base/guards.js";

/** The entries of one kind of contribution in a manifest. Leaves out entries without an id. */
export function rawContributions(
  manifest: unknown,
  kind: string,
): readonly (Readonly<Record<string, unknown>> & { readonly id: string })[] {
  const entries = recordOrEmpty(recordOrEmpty(manifest)["contributes"])[kind];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry["id"] === "string" ? [{ ...entry, id: entry["id"] }] : [],
  );
}
