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
  if (field?.type === "object" && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, withImage(field.properties[name], each)]),
    );
  return value;
}

/** A class of which the catalog knows nothing is named in `unknown`. */
export function sampleSettings(
  schema: SettingsSchema,
  { sample, example = {} }: { readonly sample?: Values | undefined; readonly example?: Values | undefined },
  catalog: Catalog,
): { readonly settings: Readonly<Record<string, Json>>; readonly unknown?: string } {
  const given = sample ?? {
    ...Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, withImage(schema.properties[name], value)]),
    ),
  };
  const settings: Record<string, unknown> = { ...given };
  let unknown: string | undefined;
  for (const { setting, from } of optionSources(schema)) {
    if (settings[setting] !== undefined || !schema.required?.includes(setting)) continue;
    const found = catalog.get(from.class);
    if (found === undefined) unknown = from.class;
    settings[setting] = found?.inputs.find(({ name }) => name === from.input)?.options?.[0];
  }
  for (const name of schema.required ?? []) {
    const field = schema.properties[name];
    if (settings[name] === undefined && field !== undefined) settings[name] = guessValue(field);
  }
  if (schema.properties["seed"] !== undefined) settings["seed"] ??= "20";
  return { settings: settings as Readonly<Record<string, Json>>, ...(unknown !== undefined && { unknown }) };
}
