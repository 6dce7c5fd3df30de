// Fills in settings whose choices come from the backend's catalog: a required setting without a value takes the first
// choice, by the words that the setting prefers and avoids in names.

import {
  type SettingsSchema,
  fault,
  firstChoice,
  type ExtensionRequirement,
  type Params,
} from "@pictor/kernel";
import type { LoadCatalog } from "./build-catalog.js";

/** Names of the settings that still need a choice from the catalog. */
export const unresolvedChoices = (schema: SettingsSchema, params: Params): readonly string[] =>
  Object.entries(schema.properties).flatMap(([name, field]) => {
    const from = field.type === "string" ? field["x-optionsFrom"] : undefined;
    if (from === undefined || params[name] !== undefined) return [];
    const isOpen =
      from.unless === undefined ? schema.required?.includes(name) : params[from.unless] === undefined;
    return isOpen === true ? [name] : [];
  });

export interface ChoiceSource {
  /** Loads the catalog. Called only if a setting needs a choice. */
  readonly catalog: LoadCatalog;
  /** The extensions that provide node classes; empty if no plugin declares any. */
  requirementsFor(nodeClasses: readonly string[]): readonly ExtensionRequirement[];
}

interface OpenChoice {
  readonly setting: string;
  readonly from: {
    readonly class: string;
    readonly input: string;
    readonly prefer?: readonly string[];
    readonly avoid?: readonly string[];
  };
}

/** Creates `PARAM_NO_OPTIONS`. If the node class is missing, its details name the extensions that a gate may install. */
function noOptions(
  where: string,
  { setting, from }: OpenChoice,
  hasClass: boolean,
  requires: readonly ExtensionRequirement[],
) {
  const ids = requires.map(({ id }) => id).join(" and ");
  const advice = hasClass
    ? "Put a model into the backend's folder, or name one."
    : ids === ""
      ? "The backend has no such node; name another backend."
      : `The backend has no such node: install ${ids}.`;
  const details = { where, setting, class: from.class, input: from.input, advice };
  return fault("PARAM_NO_OPTIONS", details, requires.length === 0 ? {} : { more: { requires } });
}

/**
 * Fills in the open choices. `where` names the owner of the settings for errors. Throws `PARAM_NO_OPTIONS` if the backend
 * has no option; if it lacks the node class, `details.requires` names the extensions that provide the class.
 */
export async function fillFromCatalog(
  schema: SettingsSchema,
  params: Params,
  where: string,
  { catalog: loadCatalog, requirementsFor }: ChoiceSource,
): Promise<Params> {
  const open = unresolvedChoices(schema, params).flatMap((setting) => {
    const field = schema.properties[setting];
    const from = field?.type === "string" ? field["x-optionsFrom"] : undefined;
    return from === undefined ? [] : [{ setting, from }];
  });
  if (open.length === 0) return params;
  const catalog = await loadCatalog({ classes: open.map(({ from }) => from.class) });
  const filled: Record<string, string> = {};
  for (const { setting, from } of open) {
    const found = catalog.get(from.class);
    const options = found?.inputs.find(({ name }) => name === from.input)?.options ?? [];
    const first = firstChoice(options, from);
    if (first === undefined) {
      const lacking = open.map((one) => one.from.class).filter((name) => !catalog.has(name));
      throw noOptions(where, { setting, from }, found !== undefined, requirementsFor(lacking));
    }
    filled[setting] = first;
  }
  return { ...params, ...filled };
}
