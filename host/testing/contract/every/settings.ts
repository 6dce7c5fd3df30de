// The rules about settings schemas: their defaults, annotations and examples.

import { join } from "node:path";
import type { Manifest, PictorError } from "@pictor/kernel";
import { findWrongDefaults, findWrongExamples } from "../../../plugin-check/schema-values.js";
import { findUnknownNames, findUnknownRequired } from "../../../plugin-check/unknown-names.js";
import { requireNone, type Rule } from "../rule.js";

type Find = (manifest: Manifest, file: string) => readonly PictorError[] | Promise<readonly PictorError[]>;

/** A rule that holds if nothing is found. */
const ruleOf = (id: string, name: string, find: Find): Rule => ({
  id,
  name,
  check: async ({ source, manifest }) => {
    const file = typeof source === "string" ? join(source, "plugin.json") : manifest.id;
    requireNone(await find(manifest, file));
    return undefined;
  },
});

export const settingsRules: readonly Rule[] = [
  ruleOf("defaults", "has settings whose defaults fit their own schema", findWrongDefaults),
  ruleOf("annotations", "has settings whose annotations name fields that exist", (manifest, file) => [
    ...findUnknownRequired(manifest, file),
    ...findUnknownNames(manifest, file),
  ]),
  ruleOf("examples", "has workflow examples that fit their own schema", findWrongExamples),
];
