// A setting as the JSON Schema of an argument: one type each, because some models refuse a list of types. Pure.

import {
  anyObject,
  flag,
  integer,
  list,
  number,
  output,
  text,
  type ValueSchema,
} from "../schema/json-schema.js";
import { settingView, type Field } from "./settings-form.js";

/** What the setting is, in one line: title, description, unit, and how a value is written. */
function describe(field: Field): string {
  const { title, description, values } = settingView("", field);
  const unit = field["x-unit"];
  const choices =
    field.type === "string" || field.enum === undefined ? undefined : `one of ${field.enum.join(", ")}`;
  return [title, description, unit === undefined ? undefined : `in ${unit}`, values, choices]
    .filter((part) => typeof part === "string" && part !== "")
    .join("; ");
}

const inner = (fields: Readonly<Record<string, Field>>): Readonly<Record<string, ValueSchema>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));

export function fieldSchema(field: Field): ValueSchema {
  const about = describe(field);
  const { minimum, maximum, default: standard } = field;
  const limits = {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(typeof standard === "number" && { default: standard }),
  };
  switch (field.type) {
    case "integer":
      return integer(about, limits);
    case "number":
      return number(about, limits);
    case "boolean":
      return flag(about, typeof standard === "boolean" ? { default: standard } : {});
    case "array":
      return list(field.items === undefined ? text("A value") : fieldSchema(field.items), about);
    case "object":
      return field["x-bindings"] === true || field.properties === undefined
        ? anyObject(about)
        : output(inner(field.properties), [], about);
    default:
      return text(about, {
        ...(field.enum !== undefined && { enum: field.enum }),
        ...(typeof standard === "string" && { default: standard }),
      });
  }
}
