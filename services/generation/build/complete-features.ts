// Completes the features of a request, in the user's order, and checks that each applies to the workflow.

import {
  type SettingsSchema,
  requireSettings,
  fault,
  type PictorError,
  didYouMean,
  type Hooks,
  type Contribution,
  type FeatureUse,
  type GenerateRequest,
} from "@pictor/kernel";
import { fillFromCatalog, type ChoiceSource } from "./fill-params.js";

/** Returns the contribution with an id. Throws `WORKFLOW_UNKNOWN` or `FEATURE_UNKNOWN` with the nearest id. */
export function findContribution<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  id: string,
  code: "workflow" | "feature",
): Entry {
  const found = entries.find((entry) => entry.id === id);
  if (found !== undefined) return found;
  const ids = entries.map((entry) => entry.id);
  const rest = { known: ids.length === 0 ? "none" : ids.join(", "), suggestion: didYouMean(id, ids) };
  throw code === "workflow"
    ? fault("WORKFLOW_UNKNOWN", { workflow: id, ...rest })
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

export interface FeatureDependencies {
  readonly hooks: Hooks;
  features(): readonly Contribution<"features">[];
  /** Returns the source of the backend's choices for the settings of a plugin. */
  choiceSource(plugin: string): ChoiceSource;
  /** Hides the secret values of settings in logs and errors. */
  hideSecrets(schema: SettingsSchema, settings: unknown): void;
}

/**
 * Completes the settings of the features, with choices from the backend's catalog if necessary. Throws `FEATURE_UNKNOWN`,
 * `FEATURE_NOT_APPLICABLE`, `FEATURE_UNUSED` (no handler applies it in the workflow), `PARAM_NO_OPTIONS` or
 * `SETTINGS_INVALID`.
 */
export async function completeFeatures(
  requested: GenerateRequest["features"] = [],
  workflow: Contribution<"workflows">,
  { features, hooks, choiceSource, hideSecrets }: FeatureDependencies,
): Promise<readonly FeatureUse[]> {
  const uses: FeatureUse[] = [];
  const used = new Set<string>();
  const contributed = features();
  for (const { id, settings } of requested) {
    const feature = findContribution(contributed, id, "feature");
    if (workflow.fixed === true) {
      const advice = "Leave it out, and change the graph itself.";
      throw notApplicable(id, workflow.id, "its graph is the user's own, and runs unchanged", advice);
    }
    if (!hasHandler(hooks, id, workflow.id))
      throw fault("FEATURE_UNUSED", { feature: id, workflow: workflow.id });
    if (feature.once === true && used.has(id)) {
      const advice = "Name it once; a second use would undo the first.";
      throw notApplicable(id, workflow.id, "it is used already", advice);
    }
    used.add(id);
    hideSecrets(feature.settings, settings);
    const where = `the feature ${id}`;
    const given = await fillFromCatalog(
      feature.settings,
      settings ?? {},
      where,
      choiceSource(feature.plugin),
    );
    uses.push({ id, settings: await requireSettings(feature.settings, given, where) });
  }
  return uses;
}
