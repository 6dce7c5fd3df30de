// The backend extensions that a graph requires: those of its node classes, and those of the plugins that built it.

import {
  mergeRequirements,
  nodeClassesIn,
  PictorError,
  type Contribution,
  type Manifest,
  type ExtensionRequirement,
  type WorkflowDraft,
} from "@pictor/kernel";

export type PluginExtensions = NonNullable<NonNullable<Manifest["requires"]>["extensions"]>;

/** Merges the requirements of a draft, its node classes and its plugins: one entry per extension, range and commit. */
export function collectRequirements(
  draft: Pick<WorkflowDraft, "graph" | "requires">,
  nodeClasses: readonly Contribution<"nodeClasses">[],
  pluginExtensions: PluginExtensions,
): readonly ExtensionRequirement[] {
  const used = new Set(nodeClassesIn(draft.graph));
  const ofClasses = nodeClasses.filter(({ class: name }) => used.has(name));
  return mergeRequirements([
    ...draft.requires,
    ...ofClasses.map(({ class: name, extension: id, range }) => ({ id, range, nodeClasses: [name] })),
    ...pluginExtensions.map(({ id, range }) => ({ id, range, nodeClasses: [] })),
  ]);
}

/**
 * The extensions that provide missing node classes, and those that the plugin always requires, so that the user is asked
 * once for both. Empty if no plugin declares an extension for the classes.
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

/** The missing extensions that a build error names in its `details.requires`. */
export function requirementsOfError(error: unknown): readonly ExtensionRequirement[] {
  if (!(error instanceof PictorError)) return [];
  const given = error.details["requires"];
  return Array.isArray(given) ? given.filter(isRequirement) : [];
}
