// Routes: the extensions of backends. Reading is answered at once; changes are operations.

import type { ExtensionCheck, ExtensionCheckRequest } from "@pictor/client";
import { plainRecord } from "@pictor/host/records";
import { isRecord, withoutUndefined, jsonPointer, type Graph } from "@pictor/kernel";
import type { BuildRequest, GraphRequest } from "@pictor/features/extensions";
import { inputInvalid, ok, type Caller } from "@pictor/features/base";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";
import { requestOf } from "../forms/job-request.js";
import { openRequestedBackend } from "@pictor/features/backends";
import { settingsSchemasOf } from "../forms/settings-schemas-of.js";

/** Throws `API_INPUT_INVALID` for a node without a class. */
function graphOf(given: Readonly<Record<string, unknown>>): Graph {
  for (const [id, node] of Object.entries(given))
    if (!isRecord(node) || typeof node["class_type"] !== "string")
      throw inputInvalid(
        `#${jsonPointer("graph", id)}`,
        "a node in API format, with class_type",
        "another value",
      );
  return given as Graph;
}

/** The generation request that a check builds, for a caller. */
export async function checkedRequest(
  deps: RouteDependencies,
  backend: string,
  { graph, workflow, params, features }: ExtensionCheckRequest,
  caller: Caller,
): Promise<BuildRequest | GraphRequest> {
  if ((graph === undefined) === (workflow === undefined))
    throw inputInvalid(
      "#",
      "an object with either workflow or graph",
      graph === undefined ? "neither" : "both",
    );
  if (graph !== undefined) return { graph: graphOf(graph), backend };
  const request = withoutUndefined({ workflow: workflow ?? "", backend, params, features });
  return requestOf(request, settingsSchemasOf(deps.pictor), caller.scopes, deps.uploads);
}

/** The result of a check as clients see it. */
export async function checkBackend(
  { pictor }: RouteDependencies,
  request: BuildRequest | GraphRequest,
  signal: AbortSignal,
): Promise<ExtensionCheck> {
  const { adviceLines, checkExtensions, stepRecord } = await import("@pictor/features/extensions");
  const checked = await checkExtensions(pictor, request, signal);
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

export const extensionRoutes = {
  checkExtensions: route("POST /v1/backends/{name}/extensions/check", {
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
