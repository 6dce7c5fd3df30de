// Validators by ajv that explain their errors, also for schemas that a host supplies.

import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { explainViolation, type Violation } from "../base/errors/explain-violation.js";
import { createAjv } from "./create-ajv.js";

/** Returns the violations in a value; none if it is valid. Fills defaults in place, so callers pass a copy. */
export type Validate = (value: unknown) => Promise<readonly Violation[]>;

/** Reports all errors, with schema and data. Optimizing doubles the time to compile code that runs a few times. */
export const newAjv = () => createAjv({ allErrors: true, verbose: true, code: { optimize: false } });

/** Whether an error says only that no branch of a union fits, while the error of a branch or of the tag says why. */
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

/** Explains the first hundred violations: a value of a megabyte can have a hundred thousand. */
export const explainErrors = (compiled: ValidateFunction, value: unknown): readonly Violation[] => {
  if (compiled(value)) return [];
  const errors = (compiled.errors ?? []).slice(0, 100);
  const telling = errors.filter((error) => !isNoise(error, errors));
  return (telling.length > 0 ? telling : errors).map(explainViolation);
};

/**
 * Validators of schemas that a host supplies, by the address of each schema: `id#/$defs/name`. Compiled at the first
 * use.
 */
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
    return explainErrors(compiled, value);
  };
}
