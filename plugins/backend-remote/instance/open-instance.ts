// Opens an instance whose routes are known: composes the Backend. Sends nothing before the first call.

import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Backend, BackendFacets, BackendOpenOptions, Logger, Network } from "@pictor/kernel/plugin";
import type { JitterClock } from "../base/jitter-clock.js";
import { createCatalogReader, readEmbeddings } from "../catalog/catalog-reader.js";
import { withReplacedClasses } from "../catalog/with-replaced-classes.js";
import { createPromptCalls } from "../control/prompt-calls.js";
import { ActivePrompts } from "../prompts/active-prompts.js";
import { listPrompts } from "../prompts/list-prompts.js";
import { createDirectFacet } from "../server/direct-facet.js";
import { serverAt, type RemoteInstance } from "../server/requests.js";
import type { Routes } from "../server/routes.js";
import { createInfoReader, type ServerStats } from "../server/system-stats.js";
import { createEventStream } from "../socket/event-stream.js";
import { fetchOutput } from "../transfer/fetch-output.js";
import { createUploader } from "../transfer/upload-input.js";
import { deferFacets, type RemoteFacets } from "./deferred-facets.js";

export interface InstanceDependencies {
  readonly network: Network;
  readonly logger: Logger;
  readonly clock: JitterClock;
  /** Address of the registry of extensions. Default: none. */
  readonly registryUrl?: string;
  /** The key of the account that pays for partner nodes. Default: none. */
  readonly partnerKey?: string;
  /** The server's statistics, if they were read before the instance was opened. */
  readonly initialStats?: ServerStats;
}

export type RemoteOpenOptions = BackendOpenOptions & { readonly auth?: string };

export interface OpenInstance extends Backend {
  readonly facets: RemoteFacets & Required<Pick<BackendFacets, "direct">>;
}

/** The signal in `opening` closes the instance; the auth profile in it covers every request. */
export function openInstance(
  routes: Routes,
  opening: RemoteOpenOptions,
  dependencies: InstanceDependencies,
): OpenInstance {
  const { logger, initialStats, registryUrl = "", partnerKey = "" } = dependencies;
  const closing = new AbortController();
  // Every active call listens to this signal.
  setMaxListeners(0, closing.signal);
  const server = serverAt(routes, opening, dependencies, closing.signal);
  const clientId = randomUUID();
  const infoReader = createInfoReader(server, initialStats);
  const { info } = infoReader;
  const activePrompts = new ActivePrompts();
  const events = createEventStream({ server, clientId, activePrompts, logger });
  const { subscribe } = events;
  const older = withReplacedClasses(server, createCatalogReader(server, infoReader));
  const { catalog } = older;
  const shared: RemoteInstance = { server, clientId, subscribe, catalog, info };
  let facets: Promise<RemoteFacets> | undefined;
  const loadFacets = async (): Promise<RemoteFacets> => {
    const { createFacets } = await import("./facets.js");
    return createFacets(shared, dependencies.network, registryUrl);
  };
  const close = async (): Promise<void> => {
    opening.signal.removeEventListener("abort", closeNow);
    closing.abort();
    await events.close();
  };
  const closeNow = (): void => void close();
  opening.signal.addEventListener("abort", closeNow, { once: true });
  return {
    info,
    catalog,
    embeddings: (options) => readEmbeddings(server, options),
    events: subscribe,
    ...createPromptCalls({ ...shared, ...older, activePrompts, events, partnerKey }),
    prompts: (options) => listPrompts(server, options),
    upload: createUploader(server),
    fetchOutput: (file, options) => fetchOutput(server, file, options),
    close,
    facets: { direct: createDirectFacet(server), ...deferFacets(() => (facets ??= loadFacets())) },
  };
}
