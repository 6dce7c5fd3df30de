// Secret fields of a settings schema: finds them in values, removes them, and rejects plain-text secrets in files.

import { fault } from "../base/errors/error-catalog.js";
import type { Settings } from "../contract/values.js";
import type { Field, SettingsSchema } from "../contract/dialect.js";
import { isRecord } from "../base/guards.js";
import { mapFields } from "./map-fields.js";
import { isVariable } from "./variables.js";

/** A secret field with a plain text. */
export interface FoundSecret {
  readonly pointer: string;
  readonly value: string;
}

const isSecret = (field: Field): boolean => field.type === "string" && field["x-secret"] === true;

/** Whether a field is secret or contains a secret field. */
function holdsSecret(field: Field): boolean {
  if (field.type === "object") return Object.values(field.properties).some(holdsSecret);
  return field.type === "array" ? holdsSecret(field.items) : isSecret(field);
}

/** All plain strings in secret fields, including those in groups and lists. References are not included. */
export function findSecrets(schema: SettingsSchema, values: unknown, pointer = ""): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  mapFields(
    schema,
    values,
    (field, value, at) => {
      if (isSecret(field) && typeof value === "string" && value !== "") found.push({ pointer: at, value });
      return value;
    },
    pointer,
  );
  return found;
}

/** Whether the secrets inside a field can be separated from its other values. */
const isGroupOrGroupList = (field: Field, value: unknown): boolean =>
  field.type === "array"
    ? field.items.type === "object" && Array.isArray(value)
    : field.type === "object" && isRecord(value);

/**
 * Removes the values of secret fields, including those in groups and lists of groups, so that the rest may be written
 * into images and records. A list of secrets is removed as a whole, and so is a value that does not fit a field with
 * secrets.
 */
export const withoutSecrets = (schema: SettingsSchema, values: Settings): Settings =>
  mapFields(schema, values, (field, value) =>
    isGroupOrGroupList(field, value) || !holdsSecret(field) ? value : undefined,
  ) as Settings;

/** Throws `CONFIG_SECRET_INLINE` if configured values contain a secret as plain text. */
export function rejectInlineSecrets(
  schema: SettingsSchema,
  values: unknown,
  file: string,
  where: string,
): void {
  // A variable is filled in later, as a reference is, so its text in the file is no secret.
  const first = findSecrets(schema, values, `#/${where}`).find(({ value }) => !isVariable(value));
  if (first !== undefined) throw fault("CONFIG_SECRET_INLINE", { file, pointer: first.pointer });
}
