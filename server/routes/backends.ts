// Routes: backend instances as they are now, and their catalogs.

import type { BackendInfo, BackendPrompt, ServerState } from "@pictor/client";
import { findClasses } from "@pictor/features/catalog";
import { errorToJson } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import { PictorError, type Backend, type Catalog, type LifecycleFacet } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { cursor, limit, ok, pageOf } from "@pictor/features/base";
import { route } from "./route.js";
import { instanceOf, openRequestedBackend, requireInstance } from "./opened-backend.js";
import { defaultName } from "./default-name.js";

/** The operations that are possible on the server of an instance. */
function actionsOf({ facets: { lifecycle, installation } }: Backend) {
  const has = (name: keyof LifecycleFacet) => (lifecycle?.[name] === undefined ? [] : [name]);
  const operations = (["start", "stop", "restart", "logs"] as const).filter((name) => has(name).length > 0);
  return [...operations, ...(installation === undefined ? [] : (["install", "update"] as const))];
}

const summariesOf = (catalog: Catalog, search: string) =>
  findClasses(catalog, search).map(({ name, title, outputs }) => ({
    name,
    outputs: [...outputs],
    ...(title !== undefined && { title }),
  }));

export const backendRoutes = {
  listBackends: route({
    method: "GET",
    path: "/v1/backends",
    scope: "read",
    group: "backends",
    summary: "The backend instances",
    replies: ok("BackendList", "The instances"),
  }).handle(async (_call, { pictor }) => {
    const used = await defaultName(pictor);
    const backends = pictor.backends().map(instanceOf);
    return { backends, ...(used !== undefined && { default: used }) };
  }),
  readBackend: route({
    method: "GET",
    path: "/v1/backends/{name}",
    scope: "read",
    group: "backends",
    summary: "An instance, as it answers now",
    replies: ok("BackendState", "Its state; a backend that does not answer is a state, too"),
  }).handle(async ({ params: { name }, signal }, { pictor }) => {
    const view = instanceOf(requireInstance(pictor, name));
    try {
      const { backend } = await pictor.openBackend(name);
      const info = await backend.info({ signal, isFresh: true });
      const shown = plainRecord({ ...info }, pictor.redact) as BackendInfo;
      return { ...view, isReachable: true, facets: [...info.facets], info: shown };
    } catch (error) {
      if (!(error instanceof PictorError)) throw error;
      return { ...view, isReachable: false, facets: [], error: errorToJson(error, pictor.redact) };
    }
  }),
  readBackendStatus: route({
    method: "GET",
    path: "/v1/backends/{name}/status",
    scope: "read",
    group: "backends",
    summary: "The state of its server, without a request to it",
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
  listNodeClasses: route({
    method: "GET",
    path: "/v1/backends/{name}/catalog",
    scope: "read",
    group: "backends",
    summary: "The node classes of a backend by name",
    query: {
      search: { type: "string", description: "A part of the name, or a whole output type" },
      cursor,
      limit,
    },
    replies: ok("ClassList", "The classes"),
  }).handle(async ({ params: { name }, query, signal }, { pictor }) => {
    const { backend } = await openRequestedBackend(pictor, name);
    const all = summariesOf(await backend.catalog({ signal }), query.search ?? "");
    const { entries, cursor } = pageOf(all, query.cursor, query.limit);
    const json = { classes: entries, total: all.length, ...(cursor !== undefined && { cursor }) };
    return json;
  }),
  readNodeClass: route({
    method: "GET",
    path: "/v1/backends/{name}/catalog/{class}",
    scope: "read",
    group: "backends",
    summary: "A node class in the catalog of a backend",
    replies: ok("NodeClass", "The class"),
  }).handle(async ({ params, signal }, { pictor }) => {
    const { backend } = await openRequestedBackend(pictor, params.name);
    const found = (await backend.catalog({ classes: [params.class], signal })).get(params.class);
    const list = `/v1/backends/${params.name}/catalog`;
    if (found === undefined) throw fault("API_THING_UNKNOWN", { kind: "node class", id: params.class, list });
    return plainRecord(found, pictor.redact) as Record<string, unknown>;
  }),
  listBackendPrompts: route({
    method: "GET",
    path: "/v1/backends/{name}/prompts",
    scope: "read",
    group: "backends",
    summary:
      "The prompts on a backend: those of the token's name, for the scopes read and admin those of all clients",
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
        promptId,
        state,
        ...(ahead !== undefined && { ahead }),
        ...(waitMs !== undefined && { waitMs: Math.round(waitMs) }),
        ...(wait !== undefined && { wait }),
        ...(createdAt !== undefined && { createdAtMs: Math.round(createdAt) }),
        ...(record !== undefined && {
          record: plainRecord(record, pictor.redact) as Record<string, unknown>,
        }),
      }),
    );
    return { prompts };
  }),
  cancelBackendPrompt: route({
    method: "POST",
    path: "/v1/backends/{name}/prompts/{id}/cancel",
    scope: "generate",
    group: "backends",
    summary:
      "Cancel a prompt of a job of the token's name on a backend; for the scope admin, whoever has submitted it",
    body: "Nothing",
    replies: ok("PromptCancellation", "What became of it"),
  }).handle(async ({ params: { name, id }, caller, signal }, { pictor, jobs }) => {
    jobs.seenBy(caller).requireOwnPrompt(id);
    const { backend } = await openRequestedBackend(pictor, name);
    return { outcome: await backend.cancel(id, { signal }) };
  }),
} as const;
