// Validates values against our schemas and against settings schemas.

import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import type { Violation } from "../base/errors/explain-violation.js";
import { keepNewest } from "../base/keep-newest.js";
import type { SettingsSchema } from "../contract/dialect.js";
import { newAjv, explainErrors, type Validate } from "./read-violations.js";
import { closedSchema } from "./closed-schema.js";
import { compiledCheckOf } from "./compiled-settings.js";
import { readSchema, schemaNames } from "./schema-files.js";
import { validateConfiguration } from "./validate-configuration.gen.js";

let own: Promise<Ajv2020> | undefined;
const ownAjv = (): Promise<Ajv2020> =>
  (own ??= newAjv().then((ajv) => {
    for (const name of schemaNames) ajv.addSchema(readSchema(name) as object);
    return ajv;
  }));

const quickCheck = {
  // Imported when needed, because built-in manifests were validated by the build.
  "pictor:plugin-manifest:1": async (value: unknown) =>
    (await import("./validate-manifest.gen.js")).validateManifest(value),
  "pictor:configuration:1": validateConfiguration,
} as const;

/**
 * Validates a value against one of our schemas and fills in defaults in place. Precompiled code accepts valid values;
 * ajv is imported only to explain an invalid one.
 */
export async function checkOwnSchema(
  id: keyof typeof quickCheck,
  value: unknown,
): Promise<readonly Violation[]> {
  if (await quickCheck[id](value)) return [];
  const compiled = (await ownAjv()).getSchema(id);
  if (compiled === undefined) throw new Error(`the schema ${id} is missing`);
  return explainErrors(compiled, value);
}

const compiledSettings = new WeakMap<object, Promise<Validate>>();
/**
 * Validators by schema text, limited to the latest. A process with many kernels reads the same manifests repeatedly.
 */
const validatorCache = new Map<string, Promise<Validate>>();
const keptTexts = 256;

/** Compiles the validator of a settings schema. Each gets its own ajv instance, so that ids cannot collide. */
export function settingsValidator(schema: SettingsSchema): Promise<Validate> {
  let found = compiledSettings.get(schema);
  if (found !== undefined) return found;
  const text = JSON.stringify(schema);
  found = validatorCache.get(text) ?? compileSettings(schema, text);
  compiledSettings.set(schema, found);
  validatorCache.delete(text);
  validatorCache.set(text, found);
  keepNewest(validatorCache, keptTexts);
  return found;
}

async function compileSettings(schema: SettingsSchema, text: string): Promise<Validate> {
  const isValid = await compiledCheckOf(text);
  let explained: Promise<ValidateFunction> | undefined;
  const explain = () => (explained ??= newAjv().then((ajv) => ajv.compile(closedSchema(schema))));
  if (isValid === undefined) await explain();
  return async (value) => (isValid?.(value) === true ? [] : explainErrors(await explain(), value));
}
