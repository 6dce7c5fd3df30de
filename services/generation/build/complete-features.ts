// The features of a request: known, completed, and of use in the workflow; in the user's order.

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
import { fillFromCatalog, type Choosing } from "./fill-params.js";

/** The entry that a request names. Throws `WORKFLOW_UNKNOWN` or `FEATURE_UNKNOWN` with the nearest one. */
export function byId<Entry extends { readonly id: string }>(
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

const isTakenUp = (hooks: Hooks, feature: string, workflow: string): boolean =>
  hooks
    .slot("buildWorkflow")
    .chain()
    .some(
      ({ when }) => when["feature"] === feature && [undefined, workflow].includes(when["workflow"] as string),
    );

export interface FeatureDependencies {
  readonly hooks: Hooks;
  features(): readonly Contribution<"features">[];
  /** How settings of a plugin are chosen from the backend's catalog. */
  choosing(plugin: string): Choosing;
  /** Hides the secrets of given settings in logs and errors. */
  hideIn(schema: SettingsSchema, settings: unknown): void;
}

/**
 * Completes the settings of the features, from the backend's catalog too; each must be taken up by a handler, and be
 * allowed in the workflow.
 */
export async function completeFeatures(
  requested: GenerateRequest["features"] = [],
  workflow: Contribution<"workflows">,
  { features, hooks, choosing, hideIn }: FeatureDependencies,
): Promise<readonly FeatureUse[]> {
  const uses: FeatureUse[] = [];
  for (const { id, settings } of requested) {
    const feature = byId(features(), id, "feature");
    if (workflow.fixed === true) {
      const advice = "Leave it out, and change the graph itself.";
      throw notApplicable(id, workflow.id, "its graph is somebody's own and taken as it is", advice);
    }
    if (!isTakenUp(hooks, id, workflow.id))
      throw fault("FEATURE_UNUSED", { feature: id, workflow: workflow.id });
    if (feature.once === true && uses.some((use) => use.id === id)) {
      const advice = "Name it once; a second use would undo the first.";
      throw notApplicable(id, workflow.id, "it is used already", advice);
    }
    hideIn(feature.settings, settings);
    const where = `the feature ${id}`;
    const given = await fillFromCatalog(feature.settings, settings ?? {}, where, choosing(feature.plugin));
    uses.push({ id, settings: await requireSettings(feature.settings, given, where) });
  }
  return uses;
}
