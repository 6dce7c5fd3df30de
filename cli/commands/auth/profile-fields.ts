// The fields of a saved auth setting as they may be shown: references by their name, and no text of a secret field.

import type { Field, SettingsSchema } from "@pictor/host";

/** A scheme as far as its fields are concerned. */
export interface SchemeFields {
  readonly id: string;
  readonly settings: SettingsSchema;
}

type Values = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a reference points to, such as `$env API_KEY`; undefined for any other value. */
export function referenceText(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0 || !/^\$\w+$/.test(entry[0])) return undefined;
  return typeof entry[1] === "string" ? `${entry[0]} ${entry[1]}` : undefined;
}

const isVariable = (value: unknown): boolean => typeof value === "string" && /^\{\{[^{}]*\}\}$/.test(value);

/** Without a field (another scheme's, or a misspelt one), or where a group should be, nobody knows what is secret. */
function shown(field: Field | undefined, value: unknown): unknown {
  if (referenceText(value) !== undefined || isVariable(value)) return value;
  if (field?.type === "object" && isRecord(value)) return shownValues(field, value);
  if (field?.type === "array" && Array.isArray(value)) return value.map((entry) => shown(field.items, entry));
  const isUnfit = field?.type === "object" || field?.type === "array";
  return field === undefined || isUnfit || (field.type === "string" && field["x-secret"]) ? "***" : value;
}

const shownValues = ({ properties }: SettingsSchema, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      shown(Object.hasOwn(properties, name) ? properties[name] : undefined, value),
    ]),
  );

const unknown: SettingsSchema = { type: "object", properties: {} };

/** The schemes of a profile with values that may be printed. */
export const shownSchemes = (
  schemes: Readonly<Record<string, Values>>,
  known: readonly SchemeFields[],
): Readonly<Record<string, Values>> =>
  Object.fromEntries(
    Object.entries(schemes).map(([id, values]) => [
      id,
      shownValues(known.find((scheme) => scheme.id === id)?.settings ?? unknown, values),
    ]),
  );

/** One row for each field: its name after that of its scheme, and its value on one line; references stay whole. */
export const fieldRows = (
  schemes: Readonly<Record<string, Values>>,
  redact: (text: string) => string = (text) => text,
): readonly (readonly string[])[] =>
  Object.entries(schemes).flatMap(([id, values]) =>
    Object.entries(values).map(([name, value]) => [
      `${id}.${name}`,
      referenceText(value) ?? redact(typeof value === "string" ? value : JSON.stringify(value)),
    ]),
  );
