// Opens an instance: composes the Backend record. Nothing is sent before the first call.

import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Backend, BackendOpening, Logger, Network } from "@pictor/kernel/plugin";
import { catalogReader } from "./catalog/catalog.js";
import type { Clock } from "./clock.js";
import { createControl } from "./control/control.js";
import { deferredFacets } from "./extensions/deferred.js";
import type { RemoteFacets } from "./extensions/deferred.js";
import type { Peer } from "./http.js";
import { infoReader } from "./info.js";
import type { Stats } from "./info.js";
import { createLedger } from "./ledger.js";
import { linked } from "./link.js";
import { listPrompts } from "./record/prompts.js";
import type { Routes } from "./routes.js";
import { eventStream } from "./socket/events.js";
import { fetchOutput } from "./transfer/output.js";
import { uploader } from "./transfer/upload.js";

export interface Means {
  readonly network: Network;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Address of the registry of extensions; none is asked without it. */
  readonly registry?: string;
  /** What was learnt of the server before it was opened. */
  readonly first?: Stats;
}

/** Opens the server of `routes` under the auth profile of `opening`; its signal closes it. */
export function openRemote(
  routes: Routes,
  opening: BackendOpening & { readonly auth?: string },
  { network: given, logger, clock, first, registry = "" }: Means,
): Backend & { readonly facets: RemoteFacets } {
  const { network, link, renewed } = linked(given);
  const closing = new AbortController();
  // Every call under way listens to it.
  setMaxListeners(0, closing.signal);
  const peer: Peer = {
    network,
    link,
    routes,
    auth: opening.auth,
    closed: closing.signal,
  };
  const clientId = randomUUID();
  const server = infoReader(peer, opening.name, clock, first);
  const ledger = createLedger();
  const events = eventStream({ peer, clientId, clock, ledger, logger });
  const catalog = catalogReader(peer, server);
  const subscribe = events.subscribe;
  const { name } = opening;
  const about = { peer, name, clock, clientId, subscribe, catalog, info: server.info };
  let facets: Promise<RemoteFacets> | undefined;
  const loadFacets = async (): Promise<RemoteFacets> => {
    const { createFacets } = await import("./extensions/facets.js");
    return createFacets({ ...about, elsewhere: given, registry, renewed });
  };
  const close = async (): Promise<void> => {
    opening.signal.removeEventListener("abort", closeNow);
    closing.abort();
    await events.close();
  };
  const closeNow = (): void => void close();
  opening.signal.addEventListener("abort", closeNow, { once: true });
  return {
    info: server.info,
    catalog,
    events: subscribe,
    ...createControl({ peer, clientId, clock, ledger, events, info: server.info }),
    prompts: (options) => listPrompts(peer, options),
    upload: uploader(peer, clock),
    fetchOutput: (file, options) => fetchOutput(peer, clock, file, options),
    close,
    facets: deferredFacets(() => (facets ??= loadFacets())),
  };
}
