// Opens a backend from its settings; with `apiPrefix: auto`, the first call detects whether the routes lie below `/api`.

import type { Backend, CallOptions, Settings } from "@pictor/kernel/plugin";
import { createAbortableFlight } from "../base/abortable-flight.js";
import { deferDirectFacet } from "../server/direct-facet.js";
import { isMissingRoute } from "../server/exchange-faults.js";
import { serverAt, type RemoteServer } from "../server/requests.js";
import { routesOf, type Routes } from "../server/routes.js";
import { readSystemStats, type ServerStats } from "../server/system-stats.js";
import type { RemoteSettings } from "../settings.gen.js";
import { deferFacets } from "./deferred-facets.js";
import { openInstance } from "./open-instance.js";
import type { InstanceDependencies, OpenInstance, RemoteOpenOptions } from "./open-instance.js";

/** Sends nothing before the first call. The signal in `opening` closes the backend. */
export function openBackend(
  settings: Settings,
  opening: RemoteOpenOptions,
  shared: Omit<InstanceDependencies, "registryUrl" | "partnerKey" | "initialStats">,
): Backend {
  const { baseUrl, apiPrefix, registry, partnerKey } = settings as RemoteSettings;
  const dependencies = { ...shared, registryUrl: registry, partnerKey };
  const routes = routesOf(baseUrl, apiPrefix === "auto" ? "/api" : apiPrefix);
  if (apiPrefix !== "auto") return openInstance(routes, opening, dependencies);
  const closing = new AbortController();
  const closed = AbortSignal.any([closing.signal, opening.signal]);
  const flight = createAbortableFlight<OpenInstance>();
  let instance: OpenInstance | undefined;

  async function detectAndOpen(signal: AbortSignal): Promise<OpenInstance> {
    const server = serverAt(routes, opening, shared, closed);
    const detected = await detectRoutes(server, routesOf(baseUrl, ""), { signal });
    closed.throwIfAborted();
    const { stats: initialStats } = detected;
    instance = openInstance(detected.routes, opening, { ...dependencies, initialStats });
    return instance;
  }

  /** After a failed detection the next call detects again, because the server may have been starting up. */
  const opened = async (options?: CallOptions): Promise<OpenInstance> =>
    instance ?? flight("", detectAndOpen, options);

  return {
    info: async (options) => (await opened(options)).info(options),
    catalog: async (options) => (await opened(options)).catalog(options),
    embeddings: async (options) => (await opened(options)).embeddings?.(options),
    events: async (listener, options) => (await opened(options)).events(listener, options),
    submit: async (submission, options) => (await opened(options)).submit(submission, options),
    cancel: async (promptId, options) => (await opened(options)).cancel(promptId, options),
    state: async (promptId, options) => (await opened(options)).state(promptId, options),
    prompts: async (options) => (await opened(options)).prompts(options),
    fetchSubmission: async (promptId, options) => (await opened(options)).fetchSubmission(promptId, options),
    upload: async (file, options) => (await opened(options)).upload(file, options),
    async *fetchOutput(file, options) {
      yield* (await opened(options)).fetchOutput(file, options);
    },
    async close() {
      closing.abort();
      await instance?.close();
    },
    facets: {
      direct: deferDirectFacet(async (options) => (await opened(options)).facets.direct),
      ...deferFacets(async (options) => (await opened(options)).facets),
    },
  };
}

interface Detected {
  readonly routes: Routes;
  readonly stats: ServerStats;
}

/**
 * Requests the system statistics, which every ComfyUI serves: below the prefix first, because a proxy may answer other
 * paths with a page of its own. If neither address is that of a ComfyUI, the error is that of the first one.
 */
async function detectRoutes(
  server: RemoteServer,
  bareRoutes: Routes,
  options: CallOptions,
): Promise<Detected> {
  try {
    return { routes: server.routes, stats: await readSystemStats(server, options) };
  } catch (prefixedError) {
    if (!isMissingRoute(prefixedError)) throw prefixedError;
    try {
      const stats = await readSystemStats({ ...server, routes: bareRoutes }, options);
      return { routes: bareRoutes, stats };
    } catch (error) {
      throw isMissingRoute(error) ? prefixedError : error;
    }
  }
}
