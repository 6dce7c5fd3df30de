// The operations on workflows and on the features that add to them, in the form in which plugins declare them.

import type { Feature, Workflow } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { featureFits } from "@pictor/host/settings-schema";
import { withoutUndefined, type ChainEntry, type Contribution } from "@pictor/kernel";
import { ok, operation, thingUnknown } from "../base/index.js";
import { pluginIdOf } from "./own-ids.js";

export interface WorkflowContext {
  readonly pictor: Pick<Pictor, "contributions" | "inspect">;
}

function workflowOf(
  workflow: Contribution<"workflows">,
  features: readonly Contribution<"features">[],
  chain: readonly ChainEntry[],
): Workflow {
  const { id, title, description, plugin, params, example } = workflow;
  return withoutUndefined({
    id,
    title,
    plugin,
    description,
    isOwn: plugin === pluginIdOf(id) ? true : undefined,
    params: { ...params },
    example: example && { ...example },
    features: features
      .filter((feature) => featureFits(feature, workflow, chain))
      .map((feature) => feature.id),
  });
}

const featureOf = (
  feature: Contribution<"features">,
  workflows: readonly Contribution<"workflows">[],
  chain: readonly ChainEntry[],
): Feature => {
  const { id, title, description, plugin, settings, once } = feature;
  return {
    id,
    title,
    plugin,
    ...(description !== undefined && { description }),
    settings: { ...settings },
    once: once === true,
    workflows: workflows
      .filter((workflow) => featureFits(feature, workflow, chain))
      .map((workflow) => workflow.id),
  };
};

const chainOf = (pictor: WorkflowContext["pictor"]) => pictor.inspect("buildWorkflow");

export const workflowOperations = {
  listWorkflows: operation("GET /v1/workflows", {
    scope: "read",
    group: "describe",
    summary: "The workflows with their settings",
    replies: ok("WorkflowList", "The workflows"),
  }).handle((_call, { pictor }: WorkflowContext) => {
    const features = pictor.contributions("features");
    const chain = chainOf(pictor);
    const workflows = pictor.contributions("workflows");
    return { workflows: workflows.map((workflow) => workflowOf(workflow, features, chain)) };
  }),
  readWorkflow: operation("GET /v1/workflows/{id}", {
    scope: "read",
    group: "describe",
    summary: "One workflow with its settings",
    replies: ok("Workflow", "The workflow"),
  }).handle(({ params: { id } }, { pictor }: WorkflowContext) => {
    const found = pictor.contributions("workflows").find((workflow) => workflow.id === id);
    if (found === undefined) throw thingUnknown("workflow", id, "/v1/workflows");
    return workflowOf(found, pictor.contributions("features"), chainOf(pictor));
  }),
  listFeatures: operation("GET /v1/features", {
    scope: "read",
    group: "describe",
    summary: "The features with their settings",
    replies: ok("FeatureList", "The features"),
  }).handle((_call, { pictor }: WorkflowContext) => ({
    features: pictor
      .contributions("features")
      .map((feature) => featureOf(feature, pictor.contributions("workflows"), chainOf(pictor))),
  })),
} as const;
