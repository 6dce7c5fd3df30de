// Generations without a graph: what the person has chosen is compared with the choices in the catalog of the backend.

import {
  cutText,
  didYouMean,
  fault,
  jsonPointer,
  type Backend,
  type Params,
  type SettingsSchema,
} from "@pictor/kernel";
import { listOptions } from "../validate/list-options.js";

/** Throws `SETTINGS_INVALID` for a value that is not among the choices that the catalog lists for its setting. */
export async function requireChoices(
  given: Params,
  schema: SettingsSchema | undefined,
  workflow: string,
  {
    backend,
    instance,
  }: { readonly backend: Pick<Backend, "catalog">; readonly instance: { readonly name: string } },
): Promise<void> {
  const choices = Object.entries(given).flatMap(([name, value]) => {
    const field = schema?.properties[name];
    const from = field?.type === "string" ? field["x-optionsFrom"] : undefined;
    return from === undefined || typeof value !== "string" ? [] : [{ name, value, from }];
  });
  if (choices.length === 0) return;
  const catalog = await backend.catalog({ classes: choices.map(({ from }) => from.class) });
  for (const { name, value, from } of choices) {
    const input = catalog.get(from.class)?.inputs.find((one) => one.name === from.input);
    const options = input?.options?.map(String);
    if (options === undefined || input?.lenient === true || options.includes(value)) continue;
    const quoted = options.map((option) => JSON.stringify(option));
    throw fault("SETTINGS_INVALID", {
      where: `the workflow ${workflow}`,
      pointer: `#${jsonPointer(name)}`,
      expected: `one of the choices of the backend ${instance.name}: ${listOptions(quoted, value) || "none"}`,
      found: JSON.stringify(cutText(value, 60)),
      suggestion: didYouMean(value, options),
    });
  }
}
