// Validates values against our schemas and against settings schemas.

import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { explainViolation, type Violation } from "../base/errors/explain-violation.js";
import { keepNewest } from "../base/keep-newest.js";
import type { SettingsSchema } from "../contract/dialect.js";
import { createAjv } from "./create-ajv.js";
import { closedSchema } from "./closed-schema.js";
import { compiledCheckOf } from "./compiled-settings.js";
import * as compiledValidators from "./own-validators.gen.js";
import { readSchema, schemaNames } from "./schema-files.js";

/** Returns the violations in a value; none if it is valid. Fills defaults in place, so callers pass a copy. */
export type Validate = (value: unknown) => Promise<readonly Violation[]>;

/** Reports all errors, with schema and data. */
const newAjv = () => createAjv({ allErrors: true, verbose: true });

/** Whether an error only says that no branch of a union fits: the error of the branch or of the tag says why. */
const isNoise = (error: ErrorObject, all: readonly ErrorObject[]): boolean => {
  if (error.keyword === "oneOf") return true;
  if (error.keyword !== "discriminator") return false;
  const { tag } = error.params as { readonly tag?: unknown };
  return all.some(({ keyword, instancePath, params }) =>
    keyword === "required"
      ? instancePath === error.instancePath && params["missingProperty"] === tag
      : instancePath === `${error.instancePath}/${String(tag)}`,
  );
};

const readable = (compiled: ValidateFunction, value: unknown): readonly Violation[] => {
  if (compiled(value)) return [];
  const errors = compiled.errors ?? [];
  return errors.filter((error) => !isNoise(error, errors)).map(explainViolation);
};

let own: Promise<Ajv2020> | undefined;
const ownAjv = (): Promise<Ajv2020> =>
  (own ??= newAjv().then((ajv) => {
    for (const name of schemaNames) ajv.addSchema(readSchema(name) as object);
    return ajv;
  }));

const quickCheck = {
  "pictor:plugin-manifest:1": compiledValidators.validateManifest,
  "pictor:configuration:1": compiledValidators.validateConfiguration,
} as const;

/**
 * Validates a value against one of our schemas and fills in defaults in place. Precompiled code accepts valid values;
 * ajv is imported only to explain an invalid one.
 */
export async function checkOwnSchema(
  id: keyof typeof quickCheck,
  value: unknown,
): Promise<readonly Violation[]> {
  if (quickCheck[id](value)) return [];
  const compiled = (await ownAjv()).getSchema(id);
  if (compiled === undefined) throw new Error(`the schema ${id} is missing`);
  return readable(compiled, value);
}

/** Validators of schemas that a host brings, by the address of each: `id#/$defs/name`. Compiled at the first use. */
export function hostValidators(schemas: readonly object[]): (address: string) => Validate {
  let ajv: Promise<Ajv2020> | undefined;
  const open = async (): Promise<Ajv2020> => {
    const created = await newAjv();
    for (const schema of schemas) created.addSchema(schema);
    return created;
  };
  return (address) => async (value) => {
    const compiled = (await (ajv ??= open())).getSchema(address);
    if (compiled === undefined) throw new Error(`the schema ${address} is missing`);
    return readable(compiled, value);
  };
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
  return async (value) => (isValid?.(value) === true ? [] : readable(await explain(), value));
}
