// Completes the features of a request, in the user's order, and checks that each applies to the workflow.

import {
  cutText,
  fault,
  knownNames,
  type SettingsSchema,
  type PictorError,
  type Hooks,
  type Contribution,
  type FeatureUse,
  type GenerateRequest,
  type Params,
} from "@pictor/kernel";
import type { BuildDependencies } from "./build-dependencies.js";

const maxShownId = 100;

/**
 * Returns the contribution with an id. Throws `WORKFLOW_UNKNOWN` or `FEATURE_UNKNOWN` with the nearest id. A program in plain
 * JavaScript may have given no text.
 */
export function findContribution<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  given: unknown,
  code: "workflow" | "feature",
): Entry {
  const found = entries.find((entry) => entry.id === given);
  if (found !== undefined) return found;
  const ids = entries.map((entry) => entry.id);
  const id = cutText(String(given), maxShownId);
  const rest = knownNames(id, ids);
  throw code === "workflow"
    ? fault("WORKFLOW_UNKNOWN", { workflow: id, origin: "", ...rest })
    : fault("FEATURE_UNKNOWN", { feature: id, ...rest });
}

const notApplicable = (feature: string, workflow: string, reason: string, advice: string): PictorError =>
  fault("FEATURE_NOT_APPLICABLE", { feature, workflow, reason, advice });

const hasHandler = (hooks: Hooks, feature: string, workflow: string): boolean =>
  hooks
    .slot("buildWorkflow")
    .chain()
    .some(
      ({ when }) => when["feature"] === feature && [undefined, workflow].includes(when["workflow"] as string),
    );

/** Completes the settings of a workflow or a feature of a plugin, with choices from the backend's catalog if necessary. */
export type CompleteSettings = (
  schema: SettingsSchema,
  given: Params,
  owner: { readonly plugin: string; /** What errors call it. */ readonly where: string },
) => Promise<Params>;

/**
 * Completes the settings of the features. Throws `FEATURE_UNKNOWN`, `FEATURE_NOT_APPLICABLE`, `FEATURE_UNUSED` (no handler
 * applies it in the workflow), or as `complete` does.
 */
export async function completeFeatures(
  requested: NonNullable<GenerateRequest["features"]>,
  workflow: Contribution<"workflows">,
  { features, hooks }: Pick<BuildDependencies, "features" | "hooks">,
  complete: CompleteSettings,
): Promise<readonly FeatureUse[]> {
  const uses: FeatureUse[] = [];
  const used = new Set<string>();
  const contributed = features();
  for (const { id, settings } of requested) {
    const feature = findContribution(contributed, id, "feature");
    if (workflow.fixed === true) {
      const advice = "Leave it out, or use another workflow.";
      throw notApplicable(id, workflow.id, "the workflow runs its graph unchanged", advice);
    }
    if (!hasHandler(hooks, id, workflow.id))
      throw fault("FEATURE_UNUSED", { feature: id, workflow: workflow.id });
    if (feature.once === true && used.has(id)) {
      const advice = "Name it once; a second use would undo the first.";
      throw notApplicable(id, workflow.id, "it is used already", advice);
    }
    used.add(id);
    const owner = { plugin: feature.plugin, where: `the feature ${id}` };
    uses.push({ id, settings: await complete(feature.settings, settings ?? {}, owner) });
  }
  return uses;
}
