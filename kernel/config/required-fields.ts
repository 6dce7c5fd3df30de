// Required fields of a settings schema while a form is being filled in.

import type { Field, ListField, SettingsSchema } from "../contract/dialect.js";
import { isRecord } from "../base/guards.js";
import { pointerParts } from "../base/json-pointer.js";
import { mapFields } from "./map-fields.js";

const forms = new WeakMap<SettingsSchema, SettingsSchema>();

const formOfItems = (items: ListField["items"]): ListField["items"] =>
  items.type === "object" ? withoutRequired(items) : items;

function formOfField(field: Field): Field {
  if (field.type === "object") return withoutRequired(field);
  return field.type === "array" ? { ...field, items: formOfItems(field.items) } : field;
}

/** Returns the schema with no field required, including the fields of groups and lists of groups. */
export function withoutRequired(schema: SettingsSchema): SettingsSchema {
  const known = forms.get(schema);
  if (known !== undefined) return known;
  const { required: _all, properties, ...rest } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [name, formOfField(field)] as const);
  const form: SettingsSchema = { ...rest, properties: Object.fromEntries(fields) };
  forms.set(schema, form);
  return form;
}

/**
 * Paths of required fields without a value, including those in groups and lists of groups: `username`, `extras.0.name`.
 */
export function missingFields(schema: SettingsSchema, values: unknown): readonly string[] {
  const missing: string[] = [];
  mapFields(schema, values, (field, value, pointer) => {
    if (field.type === "object" && isRecord(value)) {
      const absent = (field.required ?? []).filter((name) => value[name] === undefined);
      missing.push(...absent.map((name) => [...pointerParts(pointer), name].join(".")));
    }
    return value;
  });
  return missing;
}
