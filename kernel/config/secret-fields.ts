// The secret fields of a settings schema: where they are in given values, and that files hold references only.

import { fault } from "../errors/catalogue.js";
import type { Field, SettingsSchema } from "./dialect.js";

/** A secret field that has a text in it. */
export interface FoundSecret {
  readonly pointer: string;
  readonly value: string;
}

function secretsInField(field: Field, value: unknown, pointer: string): readonly FoundSecret[] {
  if (field.type === "object") return secretsIn(field, value, pointer);
  if (field.type === "array" && Array.isArray(value)) {
    return value.flatMap((entry, index) => secretsInField(field.items, entry, `${pointer}/${index}`));
  }
  const isSecret = field.type === "string" && field["x-secret"] === true;
  return isSecret && typeof value === "string" && value !== "" ? [{ pointer, value }] : [];
}

/** Every text in a secret field, groups and lists included. A reference is no text. */
export function secretsIn(schema: SettingsSchema, values: unknown, pointer = ""): readonly FoundSecret[] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    secretsInField(field, (values as Readonly<Record<string, unknown>>)[name], `${pointer}/${name}`),
  );
}

/** Throws `CONFIG_SECRET_INLINE` when configured values hold a secret as text. */
export function refuseInlineSecrets(
  schema: SettingsSchema,
  values: unknown,
  file: string,
  where: string,
): void {
  // What a variable stands for is looked up elsewhere, like a reference.
  const first = secretsIn(schema, values, `#/${where}`).find(({ value }) => !/^\{\{[^{}]+\}\}$/.test(value));
  if (first !== undefined) throw fault("CONFIG_SECRET_INLINE", { file, pointer: first.pointer });
}
