// Settings whose choices live on the backend: one that is needed and not given takes the first choice.

import type { Catalog } from "../backend/types.js";
import type { SettingsSchema } from "../config/dialect.js";
import { fault } from "../errors/catalogue.js";
import type { Params } from "./types.js";

/** The settings that must be chosen from a catalogue before a build. */
export const openChoices = (schema: SettingsSchema, params: Params): readonly string[] =>
  Object.entries(schema.properties).flatMap(([name, field]) => {
    const from = field.type === "string" ? field["x-optionsFrom"] : undefined;
    if (from === undefined || params[name] !== undefined) return [];
    const isOpen =
      from.unless === undefined ? schema.required?.includes(name) : params[from.unless] === undefined;
    return isOpen === true ? [name] : [];
  });

/** Fills them. Throws `PARAM_NO_OPTIONS` when the backend offers nothing to choose from. */
export function fillFromCatalog(schema: SettingsSchema, params: Params, catalog: Catalog): Params {
  const filled: Record<string, string> = {};
  for (const setting of openChoices(schema, params)) {
    const field = schema.properties[setting];
    if (field?.type !== "string" || field["x-optionsFrom"] === undefined) continue;
    const { class: nodeClass, input } = field["x-optionsFrom"];
    const spec = catalog.get(nodeClass)?.inputs.find(({ name }) => name === input);
    const first = spec?.options?.[0];
    if (first === undefined) throw fault("PARAM_NO_OPTIONS", { setting, class: nodeClass, input });
    filled[setting] = String(first);
  }
  return { ...params, ...filled };
}
