// For plugin authors: the values in a manifest that its own settings schemas refuse: defaults, and the examples of workflows.

import {
  completeSettings,
  jsonPointer,
  pointerParts,
  type Field,
  type Manifest,
  type PictorError,
} from "@pictor/kernel";
import { unresolvedChoices } from "@pictor/services";
import type { SettingsSchema, Violation } from "@pictor/kernel";
import { schemasOf } from "../settings-schema/schemas-of.js";
import { folderFault } from "./faults.js";

/** The schema, and that of each group in it at any depth, each with its pointer. */
function* groupsOf(schema: SettingsSchema, pointer: string): Generator<readonly [SettingsSchema, string]> {
  yield [schema, pointer];
  for (const [name, field] of Object.entries(schema.properties)) {
    const place = pointer + jsonPointer("properties", name);
    const [inner, innerPlace] = field.type === "array" ? [field.items, `${place}/items`] : [field, place];
    if (inner.type === "object") yield* groupsOf(inner, innerPlace);
  }
}

async function problemsOf(schema: SettingsSchema, values: unknown): Promise<readonly Violation[]> {
  const result = await completeSettings(schema, values);
  return result.ok ? [] : result.problems;
}

const faultAt = (file: string, pointer: string, { expected, found, suggestion }: Violation): PictorError =>
  folderFault("MANIFEST_DEFAULT_INVALID", { file, pointer, expected, found, suggestion });

/** The defaults of a manifest that their own fields refuse, with code MANIFEST_DEFAULT_INVALID. */
export async function findWrongDefaults(manifest: Manifest, file: string): Promise<readonly PictorError[]> {
  const found: PictorError[] = [];
  const known = new Set<string>();
  for (const placed of schemasOf(manifest))
    for (const [schema, pointer] of groupsOf(placed.schema, placed.pointer)) {
      const hasDefaults = Object.values(schema.properties).some((field) => "default" in field);
      const problems = hasDefaults ? await problemsOf({ ...schema, required: [] }, {}) : [];
      for (const problem of problems) {
        const names = pointerParts(problem.pointer).flatMap((name) => ["properties", name]);
        const place = pointer + jsonPointer(...names, "default");
        if (!known.has(place)) found.push(faultAt(file, place, problem));
        known.add(place);
      }
    }
  return found;
}

/** A field for a file of the user, which no example can name. */
function isOwnFile(field: Field | undefined): boolean {
  const item = field?.type === "array" ? field.items : field;
  return item?.type === "string" && item.format === "path";
}

/** The examples of workflows that their own settings refuse, with code MANIFEST_DEFAULT_INVALID. */
export async function findWrongExamples(manifest: Manifest, file: string): Promise<readonly PictorError[]> {
  const found: PictorError[] = [];
  for (const [index, { params, example = {} }] of (manifest.contributes?.workflows ?? []).entries()) {
    const chosenLater = unresolvedChoices(params, {});
    const required = (params.required ?? []).filter(
      (name) => !chosenLater.includes(name) && !isOwnFile(params.properties[name]),
    );
    for (const problem of await problemsOf({ ...params, required }, example))
      found.push(
        faultAt(file, `#/contributes/workflows/${index}/example${problem.pointer.slice(1)}`, problem),
      );
  }
  return found;
}
