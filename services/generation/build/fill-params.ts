// Settings whose choices live on the backend: one that is needed and not given takes the first choice.

import {
  type Catalog,
  type SettingsSchema,
  fault,
  type ExtensionRequirement,
  type Params,
} from "@pictor/kernel";

/** The settings that must be chosen from a catalog before a build. */
export const openChoices = (schema: SettingsSchema, params: Params): readonly string[] =>
  Object.entries(schema.properties).flatMap(([name, field]) => {
    const from = field.type === "string" ? field["x-optionsFrom"] : undefined;
    if (from === undefined || params[name] !== undefined) return [];
    const isOpen =
      from.unless === undefined ? schema.required?.includes(name) : params[from.unless] === undefined;
    return isOpen === true ? [name] : [];
  });

export interface Choosing {
  /** Asked only where a choice is open. */
  catalog(): Promise<Catalog>;
  /** The extensions that bring node classes which the backend lacks; none where nobody knows. */
  broughtBy(nodeClasses: readonly string[]): readonly ExtensionRequirement[];
}

/** The fault of a setting without a choice; with what would help, for a gate, where a class is missing. */
function noOptions(
  where: string,
  setting: string,
  { class: nodeClass, input }: { readonly class: string; readonly input: string },
  isThere: boolean,
  requires: readonly ExtensionRequirement[],
) {
  const ids = requires.map(({ id }) => id).join(" and ");
  const advice = isThere
    ? "Put a model into the backend's folder, or name one."
    : ids === ""
      ? "The backend has no such node; name another backend."
      : `The backend has no such node: install ${ids}.`;
  const details = { where, setting, class: nodeClass, input, advice };
  return fault("PARAM_NO_OPTIONS", details, requires.length === 0 ? {} : { more: { requires } });
}

/**
 * Fills what is open; `where` names whose settings these are. Throws `PARAM_NO_OPTIONS` when the backend offers nothing
 * to choose from; where it lacks node classes, `details.requires` are the extensions that bring them.
 */
export async function fillFromCatalog(
  schema: SettingsSchema,
  params: Params,
  where: string,
  { catalog: ask, broughtBy }: Choosing,
): Promise<Params> {
  const open = openChoices(schema, params).flatMap((setting) => {
    const field = schema.properties[setting];
    const from = field?.type === "string" ? field["x-optionsFrom"] : undefined;
    return from === undefined ? [] : [{ setting, from }];
  });
  if (open.length === 0) return params;
  const catalog = await ask();
  const filled: Record<string, string> = {};
  for (const { setting, from } of open) {
    const found = catalog.get(from.class);
    const first = found?.inputs.find(({ name }) => name === from.input)?.options?.[0];
    if (first === undefined) {
      const lacking = open.map((one) => one.from.class).filter((name) => !catalog.has(name));
      throw noOptions(where, setting, from, found !== undefined, broughtBy(lacking));
    }
    filled[setting] = String(first);
  }
  return { ...params, ...filled };
}
