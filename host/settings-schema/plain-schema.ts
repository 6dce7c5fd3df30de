// A settings schema as plain JSON Schema (draft 2020-12), for form libraries and code generators that do not know the dialect.

import type { Field, SettingsSchema } from "@pictor/kernel";

/** A JSON Schema. */
export type PlainSchema = Readonly<Record<string, unknown>>;

const ownFormats: ReadonlySet<string> = new Set(["uint64", "multiline", "path", "command"]);

/** With titles, an enum becomes `oneOf` constants, because JSON Schema has no other way to give a value a title. */
function choices(values: readonly unknown[], titles: Readonly<Record<string, string>>): PlainSchema {
  return { oneOf: values.map((value) => ({ const: value, title: titles[String(value)] ?? String(value) })) };
}

function plainField(field: Field): PlainSchema {
  if (field.type === "object") return plainGroup(field);
  if (field.type === "array") return { ...withoutAnnotations(field), items: plainField(field.items) };
  const { enum: values, format, ...rest } = withoutAnnotations(field);
  const titles = "x-enumTitles" in field ? field["x-enumTitles"] : undefined;
  return {
    ...rest,
    ...(Array.isArray(values) && (titles === undefined ? { enum: values } : choices(values, titles))),
    ...(format === "uint64" && { pattern: "^[0-9]{1,20}$" }),
    ...(typeof format === "string" && !ownFormats.has(format) && { format }),
    ...("x-secret" in field && { writeOnly: true }),
  };
}

const withoutAnnotations = (field: Field): PlainSchema =>
  Object.fromEntries(Object.entries(field).filter(([key]) => !key.startsWith("x-")));

const plainGroup = (schema: SettingsSchema): PlainSchema => ({
  ...withoutAnnotations(schema),
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, plainField(field)]),
  ),
  additionalProperties: schema["x-bindings"] === true,
});

/**
 * The schema without the annotations `x-...`. An enum with titles becomes `oneOf` of constants, `uint64` a pattern of
 * decimal digits, a secret `writeOnly`; other keys than those of the schema are not allowed. The meaning of
 * `x-visibleWhen` and `x-optionsFrom` is lost: every field is optional unless it is required, and a choice from the
 * backend is a text.
 */
export const plainSchema = (schema: SettingsSchema): PlainSchema => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...plainGroup(schema),
});
