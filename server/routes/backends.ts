// Routes: backend instances as they are now, and their catalogs.

import type { BackendInfo, BackendPrompt, ServerState } from "@pictor/client";
import {
  errorToJson,
  plainRecord,
  PictorError,
  type Backend,
  type Catalog,
  type LifecycleFacet,
} from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";
import { instanceOf, openRequestedBackend, requireInstance } from "./opened-backend.js";
import { defaultName } from "./default-name.js";
import { pageOf } from "./page.js";

/** The operations that are possible on the server of an instance. */
function actionsOf({ facets: { lifecycle, installation } }: Backend) {
  const has = (name: keyof LifecycleFacet) => (lifecycle?.[name] === undefined ? [] : [name]);
  const operations = (["start", "stop", "restart", "logs"] as const).filter((name) => has(name).length > 0);
  return [...operations, ...(installation === undefined ? [] : (["install", "update"] as const))];
}

/**
 * Whether a class matches as in `pictor catalog list --search`: by a part of its name, or by the name of an output
 * type.
 */
const isMatch = (search: string, name: string, outputs: readonly string[]): boolean =>
  name.toLowerCase().includes(search.toLowerCase()) || outputs.includes(search);

const summariesOf = (catalog: Catalog, search: string) =>
  [...catalog.values()]
    .filter(({ name, outputs }) => isMatch(search, name, outputs))
    .map(({ name, title, outputs }) => ({
      ...{ name, outputs: [...outputs] },
      ...(title !== undefined && { title }),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

export const backendHandlers = ({
  pictor,
  operations,
}: RouteDependencies): Handlers<
  | "listBackends"
  | "readBackend"
  | "readBackendStatus"
  | "listNodeClasses"
  | "readNodeClass"
  | "listBackendPrompts"
  | "cancelBackendPrompt"
> => ({
  listBackends: async () => {
    const used = await defaultName(pictor);
    const backends = pictor.backends().map(instanceOf);
    return { status: 200, json: { backends, ...(used !== undefined && { default: used }) } };
  },
  readBackend: async ({ params: { name }, signal }) => {
    const view = instanceOf(requireInstance(pictor, name));
    try {
      const { backend } = await pictor.openBackend(name);
      const info = await backend.info({ signal, isFresh: true });
      const shown = plainRecord({ ...info }, pictor.redact) as BackendInfo;
      return { status: 200, json: { ...view, isReachable: true, facets: [...info.facets], info: shown } };
    } catch (error) {
      if (!(error instanceof PictorError)) throw error;
      return {
        status: 200,
        json: { ...view, isReachable: false, facets: [], error: errorToJson(error, pictor.redact) },
      };
    }
  },
  readBackendStatus: async ({ params: { name }, signal }) => {
    const { instance, backend } = await openRequestedBackend(pictor, name);
    const { lifecycle } = backend.facets;
    // Only an instance that this machine can start reports a state. Any other instance counts as running if it answers.
    const state = lifecycle?.start === undefined ? undefined : await lifecycle.state({ signal });
    const operation = operations
      .list()
      .find((one) => one.state === "running" && one.target.kind === "backend" && one.target.name === name);
    return {
      status: 200,
      json: {
        backend: instanceOf(instance),
        actions: actionsOf(backend),
        ...(state !== undefined && { server: plainRecord({ ...state }, pictor.redact) as ServerState }),
        ...(operation !== undefined && { operation }),
      },
    };
  },
  listNodeClasses: async ({ params: { name }, query, signal }) => {
    const { backend } = await openRequestedBackend(pictor, name);
    const all = summariesOf(await backend.catalog({ signal }), query.search ?? "");
    const { entries, cursor } = pageOf(all, query.cursor, query.limit);
    const json = { classes: entries, total: all.length, ...(cursor !== undefined && { cursor }) };
    return { status: 200, json };
  },
  readNodeClass: async ({ params, signal }) => {
    const { backend } = await openRequestedBackend(pictor, params.name);
    const found = (await backend.catalog({ classes: [params.class], signal })).get(params.class);
    const list = `/v1/backends/${params.name}/catalog`;
    if (found === undefined) throw fault("API_THING_UNKNOWN", { kind: "node class", id: params.class, list });
    return { status: 200, json: plainRecord(found, pictor.redact) as Record<string, unknown> };
  },
  listBackendPrompts: async ({ params: { name }, query: { limit }, signal }) => {
    const { backend } = await openRequestedBackend(pictor, name);
    const found = await backend.prompts({ signal, ...(limit !== undefined && { limit }) });
    const prompts = found.map(({ promptId, state, ahead, waitMs, createdAt, record }): BackendPrompt => ({
      promptId,
      state,
      ...(ahead !== undefined && { ahead }),
      ...(waitMs !== undefined && { waitMs: Math.round(waitMs) }),
      ...(createdAt !== undefined && { createdAtMs: Math.round(createdAt) }),
      ...(record !== undefined && { record: plainRecord(record, pictor.redact) as Record<string, unknown> }),
    }));
    return { status: 200, json: { prompts } };
  },
  cancelBackendPrompt: async ({ params: { name, id }, signal }) => {
    const { backend } = await openRequestedBackend(pictor, name);
    return { status: 200, json: { outcome: await backend.cancel(id, { signal }) } };
  },
});
