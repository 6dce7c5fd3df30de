// Routes: the extensions of backends. Reading is answered at once; changes are operations.

import type { AvailableExtension, Extension, ExtensionCheck, ExtensionCheckRequest } from "@pictor/client";
import { plainRecord } from "@pictor/host/records";
import { isRecord, type ExtensionsFacet, type Graph } from "@pictor/kernel";
import type { OpenedInstance } from "@pictor/features/backends";
import type { BuildRequest, GraphRequest } from "@pictor/features/extensions";
import type { Holder } from "../access/credentials.js";
import { inputInvalid, cursor, limit, ok, pageOf } from "@pictor/features/base";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";
import { requestOf } from "../forms/job-request.js";
import { openRequestedBackend } from "./opened-backend.js";
import { settingsSchemasOf } from "../forms/settings-schemas-of.js";

/** Throws `API_INPUT_INVALID` for a node without a class. */
function graphOf(given: Readonly<Record<string, unknown>>): Graph {
  for (const [id, node] of Object.entries(given))
    if (!isRecord(node) || typeof node["class_type"] !== "string")
      throw inputInvalid(`#/graph/${id}`, "a node in API format, with class_type", "another value");
  return given as Graph;
}

/** The generation request that a check builds, for the holder of a token. */
export async function checkedRequest(
  deps: RouteDependencies,
  backend: string,
  { graph, workflow, params, features }: ExtensionCheckRequest,
  caller: Holder,
): Promise<BuildRequest | GraphRequest> {
  if ((graph === undefined) === (workflow === undefined))
    throw inputInvalid(
      "#",
      "an object with either workflow or graph",
      graph === undefined ? "neither" : "both",
    );
  if (graph !== undefined) return { graph: graphOf(graph), backend };
  const request = {
    workflow: workflow ?? "",
    backend,
    ...(params !== undefined && { params }),
    ...(features !== undefined && { features }),
  };
  return requestOf(request, settingsSchemasOf(deps.pictor), caller.scopes, deps.uploads);
}

/** The result of a check as clients see it. */
export async function checkBackend(
  { pictor }: RouteDependencies,
  request: BuildRequest | GraphRequest,
  signal: AbortSignal,
): Promise<ExtensionCheck> {
  const { adviceLines, checkExtensions, stepRecord } = await import("@pictor/features/extensions");
  const { configuration } = pictor;
  const checked = await checkExtensions({ pictor, configuration, signal }, request);
  const { steps, unknown, canInstall, isComplete, present } = checked;
  const records = steps.map((step) => plainRecord(stepRecord(step), pictor.redact));
  return {
    isComplete,
    canInstall,
    isServerKnown: present.catalog !== undefined,
    steps: records as ExtensionCheck["steps"],
    unknown: unknown.map(({ name, providers }) => ({ nodeClass: name, providers: [...providers] })),
    advice: adviceLines(steps, unknown, canInstall).map(pictor.redact),
  };
}

/** Opens the backend of a request, which must support extensions. */
async function openExtensions(
  { pictor }: RouteDependencies,
  name: string,
): Promise<OpenedInstance<"extensions">> {
  const { withFacet } = await import("@pictor/features/backends");
  return withFacet(await openRequestedBackend(pictor, name), "extensions");
}

const availableIn = async (facet: ExtensionsFacet, query: string, signal: AbortSignal) =>
  (await facet.available(query, { signal })).map(
    ({ id, title, description, author, registryId, repository, version }): AvailableExtension => ({
      id,
      title,
      ...(description !== undefined && { description }),
      ...(author !== undefined && { author }),
      ...(registryId !== undefined && { registryId }),
      ...(repository !== undefined && { repository }),
      ...(version !== undefined && { version }),
    }),
  );

export const extensionRoutes = {
  listExtensions: route({
    method: "GET",
    path: "/v1/backends/{name}/extensions",
    scope: "read",
    group: "extensions",
    summary: "The extensions that a backend has, and the changes that it can make",
    replies: ok("ExtensionList", "The extensions"),
  }).handle(async ({ params: { name }, signal }, deps) => {
    const { facet } = await openExtensions(deps, name);
    const { actions, reason } = await facet.capabilities({ signal });
    const installed = await facet.list({ signal });
    const extensions = installed.map((one) => plainRecord({ ...one }, deps.pictor.redact) as Extension);
    return { extensions, actions: [...actions], ...(reason !== undefined && { reason }) };
  }),
  listAvailableExtensions: route({
    method: "GET",
    path: "/v1/backends/{name}/extensions/available",
    scope: "read",
    group: "extensions",
    summary: "The extensions that a backend can install",
    query: {
      search: { type: "string", description: "Words of title, id, author and description; default: all" },
      cursor,
      limit,
    },
    replies: ok("AvailableExtensionList", "The extensions"),
  }).handle(async ({ params: { name }, query, signal }, deps) => {
    const { facet } = await openExtensions(deps, name);
    const found = await availableIn(facet, query.search ?? "", signal);
    const { entries, cursor } = pageOf(found, query.cursor, query.limit);
    const json = { extensions: entries, total: found.length, ...(cursor !== undefined && { cursor }) };
    return json;
  }),
  checkExtensions: route({
    method: "POST",
    path: "/v1/backends/{name}/extensions/check",
    scope: "generate",
    group: "extensions",
    summary: "Which extensions a workflow or a graph needs, and which of them the backend lacks",
    body: "ExtensionCheckRequest",
    replies: ok("ExtensionCheck", "A step for each extension"),
  }).handle(async ({ params: { name }, body, caller, signal }, deps) => {
    const request = await checkedRequest(deps, name, body, caller);
    await openRequestedBackend(deps.pictor, name);
    return await checkBackend(deps, request, signal);
  }),
} as const;
