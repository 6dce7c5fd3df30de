// Makes the facet `direct` of a backend that has no single server: ComfyUI's protocol, answered by the calls of the backend.

import { setMaxListeners } from "node:events";
import { createKeyedLock, createSingleFlight } from "@pictor/kernel/plugin";
import type { Clock, DirectFacet, Logger } from "@pictor/kernel/plugin";
import { facadeEngine } from "./engine/facade-engine.js";
import { announceStatus, receiveEvent, unfollowAll } from "./prompts/follow.js";
import { answerRequest } from "./routes/answer-request.js";
import { connectClient } from "./routes/connect-client.js";
import { createSockets } from "./sockets/sockets.js";
import type { Facade, FacadeBackend } from "./state/facade-state.js";

export interface FacadeOptions {
  readonly backend: FacadeBackend;
  /** Name of the instance, for messages. */
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
  /** The largest body of a request in bytes. Default: 100 MiB. */
  readonly maxBodyBytes?: number;
}

export interface ComfyFacade extends DirectFacet {
  /** Closes the sockets of the clients and stops following their prompts, which go on. */
  close(): void;
}

const defaultMaxBodyBytes = 100 * 1024 * 1024;

/** Nothing is started before the first request. */
export function createComfyFacade(options: FacadeOptions): ComfyFacade {
  const { backend, name, clock, logger, maxBodyBytes = defaultMaxBodyBytes } = options;
  const sockets = createSockets();
  let unsubscribe: (() => void) | undefined;
  let reported: number | undefined;
  let number = 0;
  const closing = new AbortController();
  // Each followed prompt adds a listener, so Node's warning about many listeners would be wrong.
  setMaxListeners(0, closing.signal);

  const subscribing = createSingleFlight<undefined>();
  const subscribe = (): Promise<undefined> =>
    unsubscribe !== undefined
      ? Promise.resolve(undefined)
      : subscribing("events", async () => {
          const stop = await backend.events((event) => {
            if (event.type === "status") {
              reported = event.queueRemaining;
              announceStatus(facade);
            } else if (event.type === "connection") {
              // A subscription that was closed is made anew by the next request.
              if (event.state === "closed") unsubscribe = undefined;
            } else receiveEvent(facade, event);
          });
          if (closing.signal.aborted) stop();
          else unsubscribe = stop;
          return undefined;
        });

  const facade: Facade = {
    backend,
    name,
    clock,
    logger,
    sockets,
    maxBodyBytes,
    subscribe,
    signal: closing.signal,
    announced: { at: 0, cancel: undefined },
    files: new Map(),
    outputClasses: new Map(),
    queue: undefined,
    nextQueue: undefined,
    active: new Map(),
    submitting: createKeyedLock(),
    ended: new Map(),
    hidden: new Set(),
    searched: new Set(),
    nextNumber: () => ++number,
    remaining: () => Math.max(reported ?? 0, facade.active.size),
  };
  const engine = facadeEngine(facade);
  return {
    send: (request, sending = {}) => answerRequest(facade, engine, request, sending),
    connect: (request, handlers, sending = {}) => connectClient(facade, engine, request, handlers, sending),
    close() {
      closing.abort();
      unsubscribe?.();
      unfollowAll(facade);
      sockets.closeAll();
    },
  };
}
