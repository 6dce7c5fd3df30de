// The fields of a profile without secrets: references by name, and `***` for secret values.

import { isRecord, isVariable, referenceOf, type Field, type SettingsSchema } from "@pictor/kernel";

/** The fields that a scheme declares. */
export interface SchemeFields {
  readonly id: string;
  readonly settings: SettingsSchema;
}

type Values = Readonly<Record<string, unknown>>;

/** A reference as text, such as `$env API_KEY`; undefined for any other value. */
export function formatReference(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0 || !/^\$\w+$/.test(entry[0])) return undefined;
  return typeof entry[1] === "string" ? `${entry[0]} ${entry[1]}` : undefined;
}

/** The reference that `formatReference` has written; undefined for any other text. */
export function parseReference(text: string): Readonly<Record<string, string>> | undefined {
  const [, kind, target] = /^(\$\w+) (.+)$/su.exec(text) ?? [];
  if (kind === undefined || target === undefined) return undefined;
  const reference = { [kind]: target };
  return referenceOf(reference) === undefined ? undefined : reference;
}

/**
 * Also hides a value of the wrong type, or of a field that the scheme does not declare (of another scheme, or
 * misspelt): the value may be secret.
 */
function shown(field: Field | undefined, value: unknown): unknown {
  if (formatReference(value) !== undefined || (typeof value === "string" && isVariable(value))) return value;
  if (field?.type === "object" && isRecord(value)) return shownValues(field, value);
  if (field?.type === "array" && Array.isArray(value)) return value.map((entry) => shown(field.items, entry));
  const hasWrongType = field?.type === "object" || field?.type === "array";
  return field === undefined || hasWrongType || (field.type === "string" && field["x-secret"])
    ? "***"
    : value;
}

const shownValues = ({ properties }: SettingsSchema, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      shown(Object.hasOwn(properties, name) ? properties[name] : undefined, value),
    ]),
  );

const unknown: SettingsSchema = { type: "object", properties: {} };

/** The schemes of a profile with secret values replaced. */
export const redactedSchemes = (
  schemes: Readonly<Record<string, Values>>,
  known: readonly SchemeFields[],
): Readonly<Record<string, Values>> =>
  Object.fromEntries(
    Object.entries(schemes).map(([id, values]) => [
      id,
      shownValues(known.find((scheme) => scheme.id === id)?.settings ?? unknown, values),
    ]),
  );
