// Completes values with the defaults of a settings schema, validates and freezes them.

import { fault } from "../base/errors/error-catalog.js";
import type { Violation } from "../base/errors/explain-violation.js";
import { deepFreeze } from "../base/freeze.js";
import type { Settings } from "../contract/values.js";
import type { Field, SettingsSchema } from "../contract/dialect.js";
import { checkedCopy } from "../base/errors/checked-copy.js";
import { mapFields } from "./map-fields.js";
import { settingsValidator } from "./validate-schema.js";

/** Converts a number or bigint that a program passed for a 64-bit field, whose values are decimal strings. */
const stringifyUint64 = (field: Field, value: unknown): unknown =>
  field.type === "string" &&
  field.format === "uint64" &&
  (typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value)))
    ? String(value)
    : value;

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly Violation[] };

/** Completes and validates a copy of `values`. */
export async function completeSettings(schema: SettingsSchema, values: unknown): Promise<SettingsResult> {
  const given = mapFields(schema, values ?? {}, stringifyUint64);
  const { copy, problems } = await checkedCopy(given, await settingsValidator(schema));
  return problems.length === 0
    ? { ok: true, settings: deepFreeze(copy as Settings) }
    : { ok: false, problems };
}

/** Reduces the found value to its type: a value that came from a reference is a secret in any field. A key is none. */
export const withoutValue = (problem: Violation): Violation => ({
  ...problem,
  found: problem.found.replace(/^(an? \w+): .*$/s, "$1"),
  suggestion: problem.found.startsWith("the unknown key ") ? problem.suggestion : "",
});

/**
 * As `completeSettings`, but throws `SETTINGS_INVALID` for the first problem. `where` names the configured entry for
 * errors. With `hidden`, errors repeat no value.
 */
export async function requireSettings(
  schema: SettingsSchema,
  values: unknown,
  where: string,
  { hidden = false }: { readonly hidden?: boolean } = {},
): Promise<Settings> {
  const result = await completeSettings(schema, values);
  if (result.ok) return result.settings;
  const problems = hidden ? result.problems.map(withoutValue) : result.problems;
  const [first] = problems;
  if (first === undefined)
    throw fault("INTERNAL", { reason: `a check of ${where} failed without a problem` });
  throw fault("SETTINGS_INVALID", { where, ...first }, { more: { problems } });
}
