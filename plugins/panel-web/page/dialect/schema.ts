// What a form asks of a settings schema. Pure.

import type { Field, SettingsSchema } from "@pictor/client";

/** The API returns schemas as plain JSON. The cast is safe because the server has validated them against the dialect. */
export const settingsSchema = (value: unknown): SettingsSchema => value as SettingsSchema;

/** Whether a field is a file. */
export const isPath = (field: Field | undefined): boolean =>
  field?.type === "string" && field.format === "path";

/** Whether a field is the mask of an image in the same group: files that are named `mask` and `image`. */
export const isMask = ({ properties }: Pick<SettingsSchema, "properties">, name: string): boolean =>
  name === "mask" && isPath(properties["mask"]) && isPath(properties["image"]);

/** The titles of settings in a schema. A setting whose plugin is no longer installed is shown by its name. */
export const titlesIn = (schema: unknown) => (name: string) =>
  schema === undefined ? name : (settingsSchema(schema).properties[name]?.title ?? name);

/** The defaults of the settings in a schema. */
export const defaultsOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  schema === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(settingsSchema(schema).properties).flatMap(([name, field]) =>
          "default" in field ? [[name, field.default]] : [],
        ),
      );
