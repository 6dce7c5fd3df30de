// Closes a settings schema before it is compiled, so that unknown keys are invalid at any depth.

import type { Field, SettingsSchema } from "../contract/dialect.js";

const closedField = (field: Field): object => {
  if (field.type === "object") return closedSchema(field);
  return field.type === "array" ? { ...field, items: closedField(field.items) } : field;
};

/** Returns the schema with `additionalProperties: false` in every group, except in a group of bindings. */
export const closedSchema = (schema: SettingsSchema): object => ({
  ...schema,
  additionalProperties: schema["x-bindings"] === true,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, closedField(field)]),
  ),
});
