// Values for a settings schema: copied, completed with defaults, checked, frozen.

import { fault } from "../base/errors/error-catalog.js";
import type { Violation } from "../base/errors/explain-violation.js";
import { deepFreeze } from "../base/freeze.js";
import type { Settings } from "../contract/values.js";
import type { Field, SettingsSchema } from "../contract/dialect.js";
import { mapFields } from "./map-fields.js";
import { settingsValidator } from "./validator.js";

/** A deep copy of plain data that drops what could reach a prototype. */
export function cloneData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, entry]) => key !== "__proto__" && entry !== undefined)
      .map(([key, entry]) => [key, cloneData(entry)]),
  );
}

/** 64-bit integers are texts of digits; a number or bigint given by a program becomes one. */
const widen = (field: Field, value: unknown): unknown =>
  field.type === "string" &&
  field.format === "uint64" &&
  (typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value)))
    ? String(value)
    : value;

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly Violation[] };

/** Completes and checks `values`; the given object is not touched. */
export async function completeSettings(schema: SettingsSchema, values: unknown): Promise<SettingsResult> {
  const copy = mapFields(schema, cloneData(values ?? {}), widen);
  const validate = await settingsValidator(schema);
  const problems = await validate(copy);
  return problems.length === 0
    ? { ok: true, settings: deepFreeze(copy as Settings) }
    : { ok: false, problems };
}

/** Type only: a value that came from a reference is a secret, in whatever field it stands. */
export const withoutValue = (problem: Violation): Violation => ({
  ...problem,
  found: problem.found.replace(/^(an? \w+): .*$/s, "$1"),
  suggestion: "",
});

/** With `hidden`, no value is repeated. As `completeSettings`, but throws `SETTINGS_INVALID` for the first problem; `where` names what is configured. */
export async function requireSettings(
  schema: SettingsSchema,
  values: unknown,
  where: string,
  hidden = false,
): Promise<Settings> {
  const result = await completeSettings(schema, values);
  if (result.ok) return result.settings;
  const problems = hidden ? result.problems.map(withoutValue) : result.problems;
  const [first] = problems;
  if (first === undefined)
    throw fault("INTERNAL", { reason: `a check of ${where} failed without a problem` });
  throw fault("SETTINGS_INVALID", { where, ...first }, { more: { problems } });
}
