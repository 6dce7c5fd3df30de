// Opens an instance whose routes are found out by its first call: below `/api`, or bare.

import { PictorError } from "@pictor/kernel/plugin";
import type { Backend, BackendOpening, CallOptions, Settings } from "@pictor/kernel/plugin";
import { deferredFacets } from "./extensions/deferred.js";
import { isAbsent } from "./faults.js";
import type { Peer } from "./http.js";
import { readStats } from "./info.js";
import type { Stats } from "./info.js";
import { linked } from "./link.js";
import { openRemote } from "./open.js";
import type { Means } from "./open.js";
import { routesOf } from "./routes.js";
import type { Routes } from "./routes.js";
import type { RemoteSettings } from "./settings.gen.js";
import { sharedWork } from "./shared-work.js";

type Opened = ReturnType<typeof openRemote>;
type Opening = BackendOpening & { readonly auth?: string };

/** Opens the server of `settings` under the auth profile of `opening`; its signal closes it. Sends nothing. */
export function openServer(settings: Settings, opening: Opening, means: Means): Backend {
  const { baseUrl, apiPrefix, registry } = settings as RemoteSettings;
  const routes = routesOf(baseUrl, apiPrefix === "auto" ? "/api" : apiPrefix);
  const complete = { ...means, registry };
  if (apiPrefix !== "auto") return openRemote(routes, opening, complete);
  const closing = new AbortController();
  const closed = AbortSignal.any([closing.signal, opening.signal]);
  const find = sharedWork<Opened>();
  let found: Opened | undefined;

  async function detect(signal: AbortSignal): Promise<Opened> {
    const { network, link } = linked(means.network);
    const peer: Peer = { network, link, routes, auth: opening.auth, closed };
    const detected = await detectRoutes(peer, routesOf(baseUrl, ""), opening.name, { signal });
    closed.throwIfAborted();
    found = openRemote(detected.routes, opening, { ...complete, first: detected.stats });
    return found;
  }

  /** A failure is not remembered: the server may only be about to start. */
  const server = async ({ signal }: CallOptions = {}): Promise<Opened> =>
    found ?? find("", detect, signal === undefined ? {} : { signal });

  return {
    info: async (options) => (await server(options)).info(options),
    catalog: async (options) => (await server(options)).catalog(options),
    events: async (listener, options) => (await server(options)).events(listener, options),
    submit: async (submission, options) => (await server(options)).submit(submission, options),
    cancel: async (promptId, options) => (await server(options)).cancel(promptId, options),
    state: async (promptId, options) => (await server(options)).state(promptId, options),
    prompts: async (options) => (await server(options)).prompts(options),
    recall: async (promptId, options) => (await server(options)).recall(promptId, options),
    upload: async (file, options) => (await server(options)).upload(file, options),
    async *fetchOutput(file, options) {
      yield* (await server(options)).fetchOutput(file, options);
    },
    async close() {
      closing.abort();
      await found?.close();
    },
    facets: deferredFacets(async (options) => (await server(options)).facets),
  };
}

interface Detected {
  readonly routes: Routes;
  readonly stats: Stats;
}

/**
 * Asks for the statistics, which every server has: with the prefix first, as a proxy may serve a page of its own
 * elsewhere. Where neither is a ComfyUI, the error is that of the first address.
 */
async function detectRoutes(peer: Peer, bare: Routes, name: string, options: CallOptions): Promise<Detected> {
  try {
    return { routes: peer.routes, stats: await readStats(peer, name, options) };
  } catch (error) {
    if (!(error instanceof PictorError) || !isAbsent(error)) throw error;
    try {
      return { routes: bare, stats: await readStats({ ...peer, routes: bare }, name, options) };
    } catch (other) {
      throw other instanceof PictorError && isAbsent(other) ? error : other;
    }
  }
}
