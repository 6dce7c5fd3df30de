// Routes: what the plugins contribute, in the form in which they declare it.

import type { Feature, Plugin, Workflow } from "@pictor/client";
import {
  errorToJson,
  featureFits,
  nearest,
  wordsOf,
  type ChainEntry,
  type Contribution,
  type PluginRecord,
} from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";
import { pageOf } from "./page.js";

async function workflowOf(
  workflow: Contribution<"workflows">,
  features: readonly Contribution<"features">[],
  chain: readonly ChainEntry[],
): Promise<Workflow> {
  const { pluginIdOf } = await import("@pictor/host/own-workflows");
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

export const describeHandlers = ({
  pictor,
}: RouteDependencies): Handlers<
  | "listWorkflows"
  | "readWorkflow"
  | "listFeatures"
  | "listAuthSchemes"
  | "listBackendKinds"
  | "listPlugins"
  | "listProblems"
  | "listChoices"
> => ({
  listWorkflows: async () => {
    const features = pictor.contributions("features");
    const workflows = pictor
      .contributions("workflows")
      .map((workflow) => workflowOf(workflow, features, chainOf(pictor)));
    return { status: 200, json: { workflows: await Promise.all(workflows) } };
  },
  readWorkflow: async ({ params: { id } }) => {
    const found = pictor.contributions("workflows").find((workflow) => workflow.id === id);
    if (found === undefined)
      throw fault("API_THING_UNKNOWN", { kind: "workflow", id, list: "/v1/workflows" });
    return { status: 200, json: await workflowOf(found, pictor.contributions("features"), chainOf(pictor)) };
  },
  listFeatures: () => ({
    status: 200,
    json: {
      features: pictor
        .contributions("features")
        .map((feature) => featureOf(feature, pictor.contributions("workflows"), chainOf(pictor))),
    },
  }),
  listAuthSchemes: () => ({
    status: 200,
    json: {
      authSchemes: pictor
        .contributions("authSchemes")
        .map(({ id, title, plugin, settings, actions = [] }) => ({
          id,
          title,
          plugin,
          settings: { ...settings },
          actions: actions.map((action) => ({ ...action })),
        })),
    },
  }),
  listBackendKinds: () => ({
    status: 200,
    json: {
      backendKinds: pictor.contributions("backends").map(({ id, title, plugin, settings }) => ({
        id,
        title,
        plugin,
        settings: { ...settings },
      })),
    },
  }),
  listPlugins: () => ({ status: 200, json: { plugins: pictor.plugins().map(pluginOf) } }),
  listProblems: () => ({
    status: 200,
    json: { problems: pictor.problems().map((problem) => errorToJson(problem, pictor.redact)) },
  }),
  listChoices: async ({ query, signal }) => {
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
    return { status: 200, json: { choices: entries, total, ...(cursor !== undefined && { cursor }) } };
  },
});
