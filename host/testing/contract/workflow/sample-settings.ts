// Settings with which a workflow or a feature can be built: its sample or its example, with files and choices filled in.

import { isRecord, type Catalog, type Field, type Json, type SettingsSchema } from "@pictor/kernel";
import { optionSources } from "../option-sources.js";
import { guessValue } from "../guess-value.js";
import { sampleImage } from "../sample-image.js";

type Values = Readonly<Record<string, unknown>>;

/** Puts the image in place of the files that an example names. */
function withImage(field: Field | undefined, value: unknown): unknown {
  if (field?.type === "string") return field.format === "path" ? sampleImage() : value;
  if (field?.type === "array" && Array.isArray(value))
    return value.map((each) => withImage(field.items, each));
  return field?.type === "object" && isRecord(value) ? withImages(field, value) : value;
}

const withImages = ({ properties }: Pick<SettingsSchema, "properties">, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, withImage(properties[name], value)]),
  );

export function sampleSettings(
  schema: SettingsSchema,
  { sample, example = {} }: { readonly sample?: Values | undefined; readonly example?: Values | undefined },
  catalog: Catalog,
): Readonly<Record<string, Json>> {
  const settings: Record<string, unknown> = { ...(sample ?? withImages(schema, example)) };
  for (const { setting, from } of optionSources(schema)) {
    if (settings[setting] !== undefined || !schema.required?.includes(setting)) continue;
    const input = catalog.get(from.class)?.inputs.find(({ name }) => name === from.input);
    settings[setting] = input?.options?.[0];
  }
  for (const name of schema.required ?? []) {
    const field = schema.properties[name];
    if (settings[name] === undefined && field !== undefined) settings[name] = guessValue(field);
  }
  if (schema.properties["seed"] !== undefined) settings["seed"] ??= "20";
  return settings as Readonly<Record<string, Json>>;
}
