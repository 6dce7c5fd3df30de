// Which backend extensions a graph needs: from the node classes that it really uses, and the plugins that made it.

import {
  PictorError,
  type Contribution,
  type Manifest,
  type ExtensionRequirement,
  type WorkflowDraft,
} from "@pictor/kernel";

export type PluginExtensions = NonNullable<NonNullable<Manifest["requires"]>["extensions"]>;

/** The draft's own requirements, those of its node classes and those of plugins; one entry for each extension, range and commit. */
export function collectRequirements(
  draft: Pick<WorkflowDraft, "graph" | "requires">,
  nodeClasses: readonly Contribution<"nodeClasses">[],
  ofPlugins: PluginExtensions,
): readonly ExtensionRequirement[] {
  const used = new Set(Object.values(draft.graph).map(({ class_type }) => class_type));
  const byKey = new Map<string, ExtensionRequirement>();
  const add = (id: string, range: string, names: readonly string[], commit?: string): void => {
    const key = `${id} ${range} ${commit ?? ""}`;
    const all = new Set([...(byKey.get(key)?.nodeClasses ?? []), ...names]);
    byKey.set(key, { id, range, ...(commit === undefined ? {} : { commit }), nodeClasses: [...all] });
  };
  for (const { id, range, nodeClasses: names, commit } of draft.requires) add(id, range, names, commit);
  for (const { class: name, extension, range } of nodeClasses)
    if (used.has(name)) add(extension, range, [name]);
  for (const { id, range } of ofPlugins) add(id, range, []);
  return [...byKey.values()];
}

/**
 * What brings node classes that the backend lacks, and what their plugin needs in any case: all of it comes at once then.
 * Empty where no plugin says which extension has them.
 */
export function requirementsOfClasses(
  lacking: readonly string[],
  plugin: string,
  nodeClasses: readonly Contribution<"nodeClasses">[],
  ofPlugin: PluginExtensions,
): readonly ExtensionRequirement[] {
  if (!nodeClasses.some(({ class: name }) => lacking.includes(name))) return [];
  const always = nodeClasses.filter(
    (one) => one.plugin === plugin && ofPlugin.some(({ id }) => id === one.extension),
  );
  const names = [...lacking, ...always.map(({ class: name }) => name)];
  const graph = Object.fromEntries(names.map((name) => [name, { class_type: name, inputs: {} }]));
  return collectRequirements({ graph, requires: [] }, nodeClasses, ofPlugin);
}

const isRequirement = (value: unknown): value is ExtensionRequirement => {
  const { id, range, nodeClasses } = (value ?? {}) as Partial<Record<keyof ExtensionRequirement, unknown>>;
  return typeof id === "string" && typeof range === "string" && Array.isArray(nodeClasses);
};

/** The extensions for want of which a build failed: the `details.requires` of its error. */
export function requirementsIn(error: unknown): readonly ExtensionRequirement[] {
  if (!(error instanceof PictorError)) return [];
  const given = error.details["requires"];
  return Array.isArray(given) ? given.filter(isRequirement) : [];
}
