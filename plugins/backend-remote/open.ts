// Opens an instance: composes the Backend record. Nothing is sent before the first call.

import { randomUUID } from "node:crypto";
import type { Backend, BackendOpening, Logger, Network, Settings } from "@pictor/kernel/plugin";
import { cancel } from "./cancel.js";
import { catalogReader } from "./catalog.js";
import type { Clock } from "./clock.js";
import { eventStream } from "./events.js";
import type { Peer } from "./http.js";
import { readInfo } from "./info.js";
import { fetchOutput } from "./output.js";
import { routesOf } from "./routes.js";
import type { RemoteSettings } from "./settings.gen.js";
import { promptState } from "./state.js";
import { submit } from "./submit.js";
import { upload } from "./upload.js";

export interface Means {
  readonly network: Network;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Opens the server of `settings` under the auth profile of `opening`; its signal closes it. */
export function openRemote(
  settings: Settings,
  opening: BackendOpening & { readonly auth?: string },
  { network, logger, clock }: Means,
): Backend {
  const { baseUrl, apiPrefix } = settings as RemoteSettings;
  const closing = new AbortController();
  const peer: Peer = {
    network,
    routes: routesOf(baseUrl, apiPrefix),
    auth: opening.auth,
    closed: closing.signal,
  };
  const clientId = randomUUID();
  const events = eventStream(peer, clientId, clock, logger);
  const close = async (): Promise<void> => {
    opening.signal.removeEventListener("abort", closeNow);
    closing.abort();
    await events.close();
  };
  const closeNow = (): void => void close();
  opening.signal.addEventListener("abort", closeNow, { once: true });
  return {
    info: (options) => readInfo(peer, opening.name, options),
    catalog: catalogReader(peer),
    events: events.subscribe,
    submit: (submission, options) => submit(peer, clientId, submission, options),
    cancel: (promptId, options) => cancel(peer, promptId, options),
    state: (promptId, options) => promptState(peer, promptId, options),
    upload: (file, options) => upload(peer, file, options),
    fetchOutput: (file, options) => fetchOutput(peer, file, options),
    close,
    facets: {},
  };
}
