// The extensions that a file's classes come from, as the file names them. Pure.

import type { ExtensionRequirement } from "@pictor/kernel/plugin";
import { coreId } from "./convert/missing.js";
import type { Conversion, MissingClass, PresentClass, Refusal } from "./convert/types.js";

type Refused = Extract<Conversion, { readonly ok: false }>;

/**
 * One entry for each extension, range and commit. Classes of the server itself are no extension's. Of an extension that
 * is there, any version will do: what matters is that it is known and can be locked. One that lacks a class as well is
 * what that class asks for.
 */
export function requirementsOf(
  missing: readonly MissingClass[],
  present: readonly PresentClass[] = [],
): readonly ExtensionRequirement[] {
  const entries = new Map<string, ExtensionRequirement>();
  const lacking = new Set(missing.map(({ extension }) => extension));
  const complete = present.filter(({ extension }) => !lacking.has(extension));
  const all: readonly MissingClass[] = [...missing, ...complete.map((one) => ({ ...one, range: "*" }))];
  for (const { extension: id, range, nodeClass, commit } of all) {
    if (id === undefined || id === coreId) continue;
    const key = `${id} ${range} ${commit ?? ""}`;
    const nodeClasses = [...(entries.get(key)?.nodeClasses ?? []), nodeClass];
    entries.set(key, { id, range, ...(commit !== undefined && { commit }), nodeClasses });
  }
  return [...entries.values()];
}

/** Those whose installation would make the file convertible; none where something else is wrong as well. */
export function requirementsBehind({ refusals, missing }: Refused): readonly ExtensionRequirement[] {
  const isNamed = ({ missing: lacking }: Refusal): boolean =>
    lacking?.extension !== undefined && lacking.extension !== coreId;
  return refusals.every(isNamed) ? requirementsOf(missing) : [];
}
