// What a rule builds on: each workflow of the plugin, and each of its features in a workflow that it fits.

import type { Params, SettingsSchema } from "@pictor/kernel";
import { idleNodes } from "./graph-checks.js";
import {
  faultsOf,
  type BuildWish,
  type Built,
  type Feature,
  type Workflow,
  type Workshop,
} from "./workshop.js";

/** A workflow or a feature under test, and how it is built with other settings. */
export interface Base {
  /** For sentences: `the feature sharpen in txt2img`. */
  readonly what: string;
  readonly schema: SettingsSchema;
  readonly settings: Params;
  /** The workflow that is built. */
  readonly workflow: Workflow;
  /** The feature under test; absent for a workflow. */
  readonly feature?: Feature;
  wish(settings: Params, seed?: string): BuildWish;
}

const withSeed = (workflow: Workflow, params: Params, seed: string | undefined): Params =>
  seed === undefined || workflow.params.properties["seed"] === undefined ? params : { ...params, seed };

/** Whether no feature works with the workflow. */
export const isFixed = ({ fixed }: Pick<Workflow, "fixed">): boolean => fixed === true;

/** Whether the graph of a workflow comes from a file that only its user has: contract.js can name one. */
export const needsOwnFile = (workshop: Workshop, workflow: Workflow): boolean =>
  isFixed(workflow) &&
  !workshop.hasSample(workflow) &&
  (workflow.params.required ?? []).some((name) => {
    const field = workflow.params.properties[name];
    return field?.type === "string" && field.format === "path";
  });

export const workflowBase = (workshop: Workshop, workflow: Workflow): Base => {
  const settings = workshop.settingsOf(workflow);
  return {
    what: `the workflow ${workflow.id}`,
    schema: workflow.params,
    settings,
    workflow,
    wish: (params, seed) => ({ workflow: workflow.id, params: withSeed(workflow, params, seed) }),
  };
};

export const featureBase = (workshop: Workshop, feature: Feature, workflow: Workflow): Base => {
  const settings = workshop.settingsOf(feature);
  const params = workshop.settingsOf(workflow);
  return {
    what: `the feature ${feature.id} in ${workflow.id}`,
    schema: feature.settings,
    settings,
    workflow,
    feature,
    wish: (own, seed) => ({
      workflow: workflow.id,
      params: withSeed(workflow, params, seed),
      features: [{ id: feature.id, settings: own }],
    }),
  };
};

/** The workflows in which a feature can be tested. */
export const workflowsFor = ({ workflows, fits }: Workshop, feature: Feature): readonly Workflow[] =>
  workflows.filter((workflow) => fits(feature, workflow) && !isFixed(workflow));

/** A base of each contribution; for a feature, in the first workflow in which it can be built. */
export async function basesOf(
  workshop: Workshop,
  plugin: string,
  kind: "workflows" | "features",
): Promise<readonly Base[]> {
  if (kind === "workflows")
    return workshop.workflows
      .filter((workflow) => workflow.plugin === plugin && !needsOwnFile(workshop, workflow))
      .map((workflow) => workflowBase(workshop, workflow));
  const bases: Base[] = [];
  for (const feature of workshop.features.filter((one) => one.plugin === plugin)) {
    const tried = workflowsFor(workshop, feature).map((one) => featureBase(workshop, feature, one));
    let chosen = tried[0];
    for (const base of tried) {
      if ((await workshop.build(base.wish(base.settings))).state === "refused") continue;
      chosen = base;
      break;
    }
    if (chosen !== undefined) bases.push(chosen);
  }
  return bases;
}

/** Nodes that are idle in the workflow alone, such as a negative prompt that a model does not use. */
export async function idleAlone(workshop: Workshop, { workflow }: Base): Promise<readonly string[]> {
  const alone = workflowBase(workshop, workflow);
  const built: Built = await workshop.build(alone.wish(alone.settings));
  return built.state === "built" ? idleNodes(built.draft, workshop.catalog) : [];
}

/** A sentence if the base is wrong by itself, which another rule reports, so that its combinations say nothing. */
export async function unsound(workshop: Workshop, base: Base): Promise<string | undefined> {
  const built = await workshop.build(base.wish(base.settings));
  if (built.state !== "built") return `${base.what} cannot be built by itself`;
  const idle = base.feature === undefined ? Object.keys(built.draft.graph) : await idleAlone(workshop, base);
  const faults = faultsOf(built, workshop.catalog, idle);
  return faults.length === 0 ? undefined : `${base.what} is not valid by itself`;
}
