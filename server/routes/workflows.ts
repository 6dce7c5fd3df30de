// Routes: forms of graphs, and the workflows that a user saves from a graph.

import type { GraphForm, JobRequest, SavedWorkflow } from "@pictor/client";
import { builtinSources } from "@pictor/host";
import { nodeClassesIn, PictorError, withoutUndefined, type Catalog, type Graph } from "@pictor/kernel";
import type { FormInput } from "@pictor/features/workflows";
import { fault } from "../contract/faults.js";
import { inputInvalid, ok, thingUnknown, type Caller } from "@pictor/features/base";
import { requestOf } from "../forms/job-request.js";
import { settingsSchemasOf } from "../forms/settings-schemas-of.js";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";

/** The workflow that runs any graph. */
const graphWorkflow = "custom";
/** The settings of that workflow that the form of a graph fills, besides the bindings. */
const ownSettings = ["prompt", "negative", "seed"] as const;

interface OpenedGraph {
  readonly graph: Graph;
  readonly outputs: readonly string[];
  readonly catalog: Catalog;
}

type GraphRequest = Pick<JobRequest, "params" | "backend">;

/** Reads a graph as a job would, and the descriptions of its classes. Rejects as `build` and `openBackend`. */
async function openGraph(
  { pictor, uploads }: RouteDependencies,
  { params, backend }: GraphRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<OpenedGraph> {
  const body = withoutUndefined({ workflow: graphWorkflow, params, backend });
  const request = await requestOf(body, settingsSchemasOf(pictor), caller.scopes, uploads);
  const { drafts } = await pictor.build({ ...request, signal });
  const { graph = {}, outputs = [] } = drafts[0] ?? {};
  const classes = nodeClassesIn(graph);
  const opened = await pictor.openBackend(backend);
  return { graph, outputs, catalog: await opened.backend.catalog({ classes, signal }) };
}

/** A file field with the name in the graph: a file of the backend, which is used unless another one is chosen. */
function withFileName(input: FormInput, graph: Graph): FormInput {
  const value = graph[input.node]?.inputs[input.input];
  return input.field.type === "string" && input.field.format === "path" && typeof value === "string"
    ? { ...input, field: { ...input.field, default: value } }
    : input;
}

async function formOf({ graph, catalog }: OpenedGraph): Promise<GraphForm> {
  const { formSchema, graphForm } = await import("@pictor/features/workflows");
  const form = graphForm(graph, catalog);
  const values = Object.fromEntries(
    ownSettings.flatMap((role) => {
      const found = form.inputs.find((input) => input.role === role);
      const value = found && graph[found.node]?.inputs[found.input];
      return typeof value === "object" || value === undefined ? [] : [[role, String(value)]];
    }),
  );
  const inputs = form.inputs.filter(({ role }) => !ownSettings.some((own) => own === role));
  return {
    inputs: { ...formSchema(inputs.map((input) => withFileName(input, graph))) },
    values,
    missing: form.missing.map(({ path, nodeTitle, value }) => ({ path, title: nodeTitle, value })),
    unknownClasses: [...form.unknownClasses],
  };
}

/** Whether a plugin was saved from a graph: a plugin with such a name may also have been added, or written by hand. */
async function isSaved(plugin: string): Promise<boolean> {
  const { addedPlugin } = await import("@pictor/host/user-plugins");
  const added = await addedPlugin(plugin, { env: process.env }).catch((error: unknown) => {
    if (error instanceof PictorError && error.code === "PLUGIN_NOT_ADDED") return undefined;
    throw error;
  });
  return added?.source.kind === "graph";
}

const changed = async (
  { reloadPlugins }: RouteDependencies,
  id: string,
  plugin: string,
  folder: string,
): Promise<SavedWorkflow> => ({ id, plugin, isLoaded: await reloadPlugins(folder) });

export const workflowRoutes = {
  describeGraph: route("POST /v1/graph-forms", {
    scope: "admin",
    group: "workflows",
    summary: "The inputs of a graph as a form, and what the backend lacks for the graph",
    body: "GraphFormRequest",
    replies: ok("GraphForm", "The form"),
  }).handle(async ({ body: { graph, backend }, caller, signal }, deps) => {
    const request = withoutUndefined({ params: { graph }, backend });
    return await formOf(await openGraph(deps, request, caller, signal));
  }),
  saveWorkflow: route("PUT /v1/workflows/{id}", {
    scope: "admin",
    group: "workflows",
    summary: "Save a graph as a workflow of the user, instead of an earlier workflow with the same id",
    body: "WorkflowDraft",
    replies: ok("SavedWorkflow", "The workflow"),
  }).handle(async ({ params: { id }, body, caller, signal }, deps) => {
    const { pictor } = deps;
    const { isWorkflowId, pluginIdOf, saveWorkflow } = await import("@pictor/features/workflows");
    const { title, description, graph, params = {}, shown = [], backend } = body;
    if (!isWorkflowId(id))
      throw inputInvalid(
        "#/id",
        "words in lower case, joined by hyphens, such as my-portraits",
        JSON.stringify(id),
      );
    const plugin = pluginIdOf(id);
    const other = pictor.contributions("workflows").find((known) => known.id === id);
    if (other !== undefined && other.plugin !== plugin)
      throw fault("API_STATE_CONFLICT", { what: `The name ${id} belongs to the workflow "${other.title}"` });
    const request = withoutUndefined({ params: { ...params, graph }, backend });
    const opened = await openGraph(deps, request, caller, signal);
    const source = withoutUndefined({ id, title, description, shown, ...opened });
    const placed = await saveWorkflow(source, { env: process.env, builtins: builtinSources() });
    try {
      return await changed(deps, id, plugin, placed.folder);
    } catch (error) {
      // A plugin that cannot be loaded would be a problem at every start. Another plugin may be the cause, so the previous
      // workflow is kept.
      await placed.undo();
      throw error;
    }
  }),
  deleteWorkflow: route("DELETE /v1/workflows/{id}", {
    scope: "admin",
    group: "workflows",
    summary: "Delete a workflow that was saved from a graph",
    replies: ok("SavedWorkflow", "The workflow is deleted"),
  }).handle(async ({ params: { id } }, deps) => {
    const { pictor } = deps;
    const { pluginIdOf, removeWorkflow } = await import("@pictor/features/workflows");
    const plugin = pluginIdOf(id);
    const found = pictor.contributions("workflows").find((known) => known.id === id);
    if (found?.plugin !== plugin || !(await isSaved(plugin)))
      throw thingUnknown("saved workflow", id, "/v1/workflows");
    const folder = await removeWorkflow(id, { env: process.env });
    return await changed(deps, id, plugin, folder);
  }),
} as const;
