// The settings of a feature in a few words, for its card.

import type { Field, SettingsSchema } from "@pictor/client";
import { effective, isVisible, type Values } from "../../dialect/values.js";
import { modelTitle } from "../../parts/model-file.gen.js";
import { dotted } from "../../parts/texts.js";

const maxParts = 3;

function shown(field: Field, value: unknown): string {
  if (typeof value === "number") return `${value}${"x-unit" in field ? ` ${field["x-unit"] ?? ""}` : ""}`;
  if (typeof value === "string") {
    const titles = "x-enumTitles" in field ? field["x-enumTitles"] : undefined;
    return titles?.[value] ?? modelTitle(value);
  }
  return "";
}

/** The first settings of a form: those that the user has set, then the defaults of the others. */
export function summaryOf(schema: SettingsSchema, values: Values): string {
  const names = [...new Set([...(schema["x-order"] ?? []), ...Object.keys(schema.properties)])];
  const parts = names.flatMap((name) => {
    const field = schema.properties[name];
    if (field === undefined || field["x-advanced"] === true || !isVisible(schema, name, values)) return [];
    if (field.type === "string" && field.format === "multiline") return [];
    const text = shown(field, effective(field, values[name]));
    return text === "" ? [] : [text];
  });
  return dotted(...parts.slice(0, maxParts));
}
