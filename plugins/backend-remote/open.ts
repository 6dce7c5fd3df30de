// Opens an instance: composes the Backend record. Nothing is sent before the first call.

import { randomUUID } from "node:crypto";
import type { Backend, BackendOpening, Logger, Network } from "@pictor/kernel/plugin";
import { catalogReader } from "./catalog/catalog.js";
import type { Clock } from "./clock.js";
import { createControl } from "./control/control.js";
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
  /** What was learnt of the server before it was opened. */
  readonly first?: Stats;
}

/** Opens the server of `routes` under the auth profile of `opening`; its signal closes it. */
export function openRemote(
  routes: Routes,
  opening: BackendOpening & { readonly auth?: string },
  { network: given, logger, clock, first }: Means,
): Backend {
  const { network, link } = linked(given);
  const closing = new AbortController();
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
  const close = async (): Promise<void> => {
    opening.signal.removeEventListener("abort", closeNow);
    closing.abort();
    await events.close();
  };
  const closeNow = (): void => void close();
  opening.signal.addEventListener("abort", closeNow, { once: true });
  return {
    info: server.info,
    catalog: catalogReader(peer, server),
    events: events.subscribe,
    ...createControl({ peer, clientId, clock, ledger, events, info: server.info }),
    prompts: (options) => listPrompts(peer, options),
    upload: uploader(peer, clock),
    fetchOutput: (file, options) => fetchOutput(peer, clock, file, options),
    close,
    facets: {},
  };
}
