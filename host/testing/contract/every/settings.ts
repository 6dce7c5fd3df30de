// The rules about settings schemas: their defaults, annotations and examples.

import { join } from "node:path";
import type { PictorError } from "@pictor/kernel";
import { findWrongDefaults, findWrongExamples } from "../../../plugin-check/schema-values.js";
import { findUnknownNames, findUnknownRequired } from "../../../plugin-check/unknown-names.js";
import { schemasOf } from "../../../settings-schema/schemas-of.js";
import type { Rule, Subject } from "../rule.js";

const fileOf = ({ source, manifest }: Subject): string =>
  typeof source === "string" ? join(source, "plugin.json") : manifest.id;

/** A rule that holds if nothing is found. */
const ruleOf = (
  id: string,
  name: string,
  find: (subject: Subject, file: string) => readonly PictorError[] | Promise<readonly PictorError[]>,
): Rule => ({
  id,
  name,
  async check(subject) {
    const found = await find(subject, fileOf(subject));
    if (found.length > 0) throw new Error(found.map(({ message }) => message).join("\n"));
    return undefined;
  },
});

export const settingsRules: readonly Rule[] = [
  ruleOf("defaults", "has settings whose defaults fit their own schema", ({ manifest }, file) =>
    findWrongDefaults(manifest, file),
  ),
  ruleOf("annotations", "has settings whose annotations name fields that exist", ({ manifest }, file) =>
    schemasOf(manifest).flatMap(({ schema, pointer }) => [
      ...findUnknownRequired(schema, file, pointer),
      ...findUnknownNames(schema, file, pointer),
    ]),
  ),
  ruleOf("examples", "has workflow examples that fit their own schema", ({ manifest }, file) =>
    findWrongExamples(manifest, file),
  ),
];
