// Routes: the server of a backend with the operation that runs on it, and the prompts on it, of which a caller sees
// those of its jobs.

import type { BackendPrompt, ServerState } from "@pictor/client";
import { plainRecord } from "@pictor/host/records";
import { withoutUndefined, type Backend } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { ok } from "@pictor/features/base";
import { route } from "./route.js";
import { instanceOf, openRequestedBackend, openRequestedFacet } from "@pictor/features/backends";

/** The operations that are possible on the server of an instance. */
function actionsOf({ facets: { lifecycle, installation } }: Backend) {
  const operations = (["start", "stop", "restart", "logs"] as const).filter(
    (name) => lifecycle?.[name] !== undefined,
  );
  return [...operations, ...(installation === undefined ? [] : (["install", "update"] as const))];
}

export const backendRoutes = {
  readBackendStatus: route("GET /v1/backends/{name}/status", {
    scope: "read",
    group: "backends",
    summary: "The state of the server of a backend, without a request to the server",
    replies: ok("BackendStatus", "The state"),
  }).handle(async ({ params: { name }, signal }, { pictor, operations }) => {
    const { instance, backend } = await openRequestedBackend(pictor, name);
    const { lifecycle } = backend.facets;
    // Only an instance that this machine can start reports a state. Any other instance counts as running if it answers.
    const state = lifecycle?.start === undefined ? undefined : await lifecycle.state({ signal });
    const operation = operations
      .list()
      .find((one) => one.state === "running" && one.target.kind === "backend" && one.target.name === name);
    return {
      backend: instanceOf(instance),
      actions: actionsOf(backend),
      ...(state !== undefined && { server: plainRecord({ ...state }, pictor.redact) as ServerState }),
      ...(operation !== undefined && { operation }),
    };
  }),
  listBackendPrompts: route("GET /v1/backends/{name}/prompts", {
    scope: "read",
    group: "backends",
    summary:
      "The prompts on a backend: those of the token's name, or those of all clients for the scopes read and admin",
    query: {
      limit: { type: "integer", minimum: 0, maximum: 1000, description: "Number of results; default 50" },
    },
    replies: ok("BackendPromptList", "The prompts"),
  }).handle(async ({ params: { name }, query: { limit }, caller, signal }, { pictor, jobs }) => {
    const { backend } = await openRequestedBackend(pictor, name);
    const all = await backend.prompts({ signal, ...(limit !== undefined && { limit }) });
    const seen = jobs.seenBy(caller);
    const found = all.filter(({ promptId }) => seen.seesPrompt(promptId));
    const prompts = found.map(
      ({ promptId, state, ahead, waitMs, wait, createdAt, record }): BackendPrompt => ({
        ...withoutUndefined({ promptId, state, ahead, wait }),
        ...(waitMs !== undefined && { waitMs: Math.round(waitMs) }),
        ...(createdAt !== undefined && { createdAtMs: Math.round(createdAt) }),
        ...(record !== undefined && {
          record: plainRecord(record, pictor.redact) as Record<string, unknown>,
        }),
      }),
    );
    return { prompts };
  }),
  cancelBackendPrompt: route("POST /v1/backends/{name}/prompts/{id}/cancel", {
    scope: "generate",
    group: "backends",
    summary: "Cancel a prompt of a job of the token's name on a backend; for the scope admin, any prompt",
    body: "Nothing",
    replies: ok("PromptCancellation", "What became of the prompt"),
  }).handle(async ({ params: { name, id }, caller, signal }, { pictor, jobs }) => {
    jobs.seenBy(caller).requireOwnPrompt(id);
    const { backend } = await openRequestedBackend(pictor, name);
    return { outcome: await backend.cancel(id, { signal }) };
  }),
  setPromptPriority: route("POST /v1/backends/{name}/prompts/{id}/priority", {
    scope: "generate",
    group: "members",
    summary:
      "Give a waiting prompt of a job of the token's name another priority; for the scope admin, any prompt",
    body: "PriorityChange",
    replies: ok("Nothing", "The prompt waits with the new priority"),
  }).handle(async ({ params: { name, id }, body: { priority }, caller, signal }, deps) => {
    deps.jobs.seenBy(caller).requireOwnPrompt(id);
    deps.quotas.requirePriority(caller, priority);
    const { facet } = await openRequestedFacet(deps.pictor, name, "members");
    if (await facet.setPriority(id, priority, { signal })) return {};
    throw fault("API_STATE_CONFLICT", { what: `The prompt ${id} does not wait on ${name}` });
  }),
} as const;
