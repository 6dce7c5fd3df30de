// The rules about settings schemas: their defaults, annotations and examples.

import { join } from "node:path";
import { completeSettings, type Field, type SettingsResult } from "@pictor/kernel";
import { unresolvedChoices } from "@pictor/services";
import { schemasOf } from "../../../settings-schema/schemas-of.js";
import { findUnknownNames } from "../../../settings-schema/unknown-names.js";
import type { Rule, Subject } from "../rule.js";

function requireOk(where: string, result: SettingsResult): void {
  if (result.ok) return;
  const lines = result.problems.map(
    ({ pointer, expected, found }) => `${pointer}: expected ${expected}, found ${found}`,
  );
  throw new Error(`${where}: ${lines.join("; ")}`);
}

async function defaultsFit({ manifest }: Subject): Promise<undefined> {
  for (const { owner, schema } of schemasOf(manifest)) {
    requireOk(`the defaults of ${owner}`, await completeSettings({ ...schema, required: [] }, {}));
  }
  return undefined;
}

function namesExist({ manifest, source }: Subject): Promise<undefined> {
  const found = schemasOf(manifest).flatMap(({ schema, pointer }) =>
    findUnknownNames(schema, typeof source === "string" ? join(source, "plugin.json") : manifest.id, pointer),
  );
  if (found.length > 0) throw new Error(found.map(({ message }) => message).join("\n"));
  return Promise.resolve(undefined);
}

/** A field for a file of the user, which no example can name. */
function isOwnFile(field: Field | undefined): boolean {
  const item = field?.type === "array" ? field.items : field;
  return item?.type === "string" && item.format === "path";
}

async function examplesFit({ manifest }: Subject): Promise<undefined> {
  for (const { id, params, example = {} } of manifest.contributes?.workflows ?? []) {
    const chosenLater = unresolvedChoices(params, {});
    const required = (params.required ?? []).filter(
      (name) => !chosenLater.includes(name) && !isOwnFile(params.properties[name]),
    );
    requireOk(`the example of workflow ${id}`, await completeSettings({ ...params, required }, example));
  }
  return undefined;
}

export const settingsRules: readonly Rule[] = [
  { id: "defaults", name: "has settings whose defaults fit their own schema", check: defaultsFit },
  { id: "annotations", name: "has settings whose annotations name fields that exist", check: namesExist },
  { id: "examples", name: "has workflow examples that fit their own schema", check: examplesFit },
];
