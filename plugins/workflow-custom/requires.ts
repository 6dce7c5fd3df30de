// The extensions that a file's unknown classes come from, as the file names them. Pure.

import type { ExtensionRequirement } from "@pictor/kernel/plugin";
import { coreId } from "./convert/missing.js";
import type { MissingClass } from "./convert/types.js";

/** One entry for each extension and range. Classes of the server itself are no extension's. */
export function requirementsOf(missing: readonly MissingClass[]): readonly ExtensionRequirement[] {
  const entries = new Map<string, ExtensionRequirement>();
  for (const { extension: id, range, nodeClass } of missing) {
    if (id === undefined || id === coreId) continue;
    const key = `${id} ${range}`;
    entries.set(key, { id, range, nodeClasses: [...(entries.get(key)?.nodeClasses ?? []), nodeClass] });
  }
  return [...entries.values()];
}
