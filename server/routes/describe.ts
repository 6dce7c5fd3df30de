// Routes: what the plugins contribute, in the form in which they declare it.

import type { Feature, Plugin, Workflow } from "@pictor/client";
import { wordsOf } from "@pictor/features/gallery";
import { errorToJson } from "@pictor/host";
import { featureFits } from "@pictor/host/settings-schema";
import { nearest, type ChainEntry, type Contribution, type PluginRecord } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import type { RouteDependencies } from "./dependencies.js";
import { cursor, limit, backend, ok } from "@pictor/features/base";
import { route } from "./route.js";
import { pageOf } from "./page.js";

async function workflowOf(
  workflow: Contribution<"workflows">,
  features: readonly Contribution<"features">[],
  chain: readonly ChainEntry[],
): Promise<Workflow> {
  const { pluginIdOf } = await import("@pictor/features/workflows");
  const { id, title, description, plugin, params, example } = workflow;
  return {
    id,
    title,
    plugin,
    ...(description !== undefined && { description }),
    ...(plugin === pluginIdOf(id) && { isOwn: true }),
    params: { ...params },
    ...(example !== undefined && { example: { ...example } }),
    features: features
      .filter((feature) => featureFits(feature, workflow, chain))
      .map((feature) => feature.id),
  };
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

export function pluginOf({ id, manifest, status }: PluginRecord): Plugin {
  const { kind, version, title, description } = manifest;
  return {
    id,
    kind,
    version,
    state: status.state,
    ...("reason" in status && { reason: status.reason }),
    title,
    description,
  };
}

/** Whether a choice contains every word of a search. */
function matches(choice: string, search: string): boolean {
  const text = choice.toLowerCase();
  return wordsOf(search.toLowerCase()).every((word) => text.includes(word));
}

const chainOf = (pictor: RouteDependencies["pictor"]) => pictor.inspect("buildWorkflow");

export const describeRoutes = {
  listWorkflows: route({
    method: "GET",
    path: "/v1/workflows",
    scope: "read",
    group: "describe",
    summary: "The workflows with their settings",
    replies: ok("WorkflowList", "The workflows"),
  }).handle(async (_call, { pictor }) => {
    const features = pictor.contributions("features");
    const workflows = pictor
      .contributions("workflows")
      .map((workflow) => workflowOf(workflow, features, chainOf(pictor)));
    return { workflows: await Promise.all(workflows) };
  }),
  readWorkflow: route({
    method: "GET",
    path: "/v1/workflows/{id}",
    scope: "read",
    group: "describe",
    summary: "One workflow with its settings",
    replies: ok("Workflow", "The workflow"),
  }).handle(async ({ params: { id } }, { pictor }) => {
    const found = pictor.contributions("workflows").find((workflow) => workflow.id === id);
    if (found === undefined)
      throw fault("API_THING_UNKNOWN", { kind: "workflow", id, list: "/v1/workflows" });
    return await workflowOf(found, pictor.contributions("features"), chainOf(pictor));
  }),
  listFeatures: route({
    method: "GET",
    path: "/v1/features",
    scope: "read",
    group: "describe",
    summary: "The add-ons with their settings",
    replies: ok("FeatureList", "The add-ons"),
  }).handle((_call, { pictor }) => ({
    features: pictor
      .contributions("features")
      .map((feature) => featureOf(feature, pictor.contributions("workflows"), chainOf(pictor))),
  })),
  listAuthSchemes: route({
    method: "GET",
    path: "/v1/auth-schemes",
    scope: "read",
    group: "describe",
    summary: "The authentication schemes with their settings",
    replies: ok("AuthSchemeList", "The schemes"),
  }).handle((_call, { pictor }) => ({
    authSchemes: pictor
      .contributions("authSchemes")
      .map(({ id, title, plugin, settings, actions = [] }) => ({
        id,
        title,
        plugin,
        settings: { ...settings },
        actions: actions.map((action) => ({ ...action })),
      })),
  })),
  listBackendKinds: route({
    method: "GET",
    path: "/v1/backend-kinds",
    scope: "read",
    group: "describe",
    summary: "The kinds of backends with their settings",
    replies: ok("BackendKindList", "The kinds"),
  }).handle((_call, { pictor }) => ({
    backendKinds: pictor
      .contributions("backends")
      .map(({ id, title, plugin, settings }) => ({ id, title, plugin, settings: { ...settings } })),
  })),
  listPlugins: route({
    method: "GET",
    path: "/v1/plugins",
    scope: "read",
    group: "describe",
    summary: "The plugins and their states",
    replies: ok("PluginList", "The plugins"),
  }).handle((_call, { pictor }) => ({ plugins: pictor.plugins().map(pluginOf) })),
  listProblems: route({
    method: "GET",
    path: "/v1/problems",
    scope: "read",
    group: "describe",
    summary: "The problems of all plugins",
    replies: ok("ProblemList", "The problems"),
  }).handle((_call, { pictor }) => ({
    problems: pictor.problems().map((problem) => errorToJson(problem, pictor.redact)),
  })),
  listChoices: route({
    method: "GET",
    path: "/v1/choices",
    scope: "read",
    group: "describe",
    summary: "The choices of a setting with x-optionsFrom, from the catalog of a backend",
    query: {
      class: { type: "string", required: true, description: "Node class" },
      input: { type: "string", required: true, description: "Input of the class" },
      search: { type: "string", description: "Only choices that contain every word; default: all" },
      refresh: {
        type: "string",
        enum: ["true", "false"],
        description:
          "Reads the choices from the backend again, as after files were added to it; default false",
      },
      backend,
      cursor,
      limit,
    },
    replies: ok("ChoiceList", "The choices"),
  }).handle(async ({ query, signal }, { pictor }) => {
    const { backend } = await pictor.openBackend(query.backend);
    const refresh = query.refresh === "true" ? { refresh: [query.class] } : {};
    const catalog = await backend.catalog({ classes: [query.class], ...refresh, signal });
    const found = catalog.get(query.class);
    const list = `/v1/backends/NAME/catalog/${query.class}`;
    if (found === undefined) throw fault("API_THING_UNKNOWN", { kind: "node class", id: query.class, list });
    const input = found.inputs.find(({ name }) => name === query.input);
    if (input?.options === undefined)
      throw fault("API_THING_UNKNOWN", { kind: "choice input", id: query.input, list });
    const all = input.options.map(String);
    const { search = "" } = query;
    const chosen = search === "" ? all : all.filter((choice) => matches(choice, search));
    // If nothing matches, the choices with similar names are returned.
    const near = chosen.length === 0 ? nearest(search, all) : undefined;
    const { entries, cursor } = pageOf(near === undefined ? chosen : [near], query.cursor, query.limit);
    const total = near === undefined ? chosen.length : 1;
    return { choices: entries, total, ...(cursor !== undefined && { cursor }) };
  }),
} as const;
