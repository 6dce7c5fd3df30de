// The secret fields of a settings schema: where they are in given values, values without them, and none in a file.

import { fault } from "../base/errors/error-catalog.js";
import type { Settings } from "../contract/values.js";
import type { Field, SettingsSchema } from "../contract/dialect.js";
import { isRecord } from "../base/guards.js";
import { mapFields } from "./map-fields.js";
import { isVariable } from "./variables.js";

/** A secret field that has a text in it. */
export interface FoundSecret {
  readonly pointer: string;
  readonly value: string;
}

const isSecret = (field: Field): boolean => field.type === "string" && field["x-secret"] === true;

/** Whether a field is a secret, or has one inside. */
function holdsSecret(field: Field): boolean {
  if (field.type === "object") return Object.values(field.properties).some(holdsSecret);
  return field.type === "array" ? holdsSecret(field.items) : isSecret(field);
}

/** Every text in a secret field, groups and lists included. A reference is no text. */
export function secretsIn(schema: SettingsSchema, values: unknown, pointer = ""): readonly FoundSecret[] {
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

/** Whether secrets inside can be told from what is beside them. */
const isGroupOrGroups = (field: Field, value: unknown): boolean =>
  field.type === "array"
    ? field.items.type === "object" && Array.isArray(value)
    : field.type === "object" && isRecord(value);

/**
 * The values without those of secret fields, in groups and lists of groups too: what may be written into images and
 * records. A list of secrets is left out whole, and so is what does not fit a field with secrets in it.
 */
export const withoutSecrets = (schema: SettingsSchema, values: Settings): Settings =>
  mapFields(schema, values, (field, value) =>
    isGroupOrGroups(field, value) || !holdsSecret(field) ? value : undefined,
  ) as Settings;

/** Throws `CONFIG_SECRET_INLINE` when configured values hold a secret as text. */
export function rejectInlineSecrets(
  schema: SettingsSchema,
  values: unknown,
  file: string,
  where: string,
): void {
  // What a variable stands for is looked up elsewhere, like a reference.
  const first = secretsIn(schema, values, `#/${where}`).find(({ value }) => !isVariable(value));
  if (first !== undefined) throw fault("CONFIG_SECRET_INLINE", { file, pointer: first.pointer });
}
