// The listeners of an instance, fed by its one socket.

import { reasonOf } from "@pictor/kernel/plugin";
import type { Backend, BackendEvent, Logger } from "@pictor/kernel/plugin";
import { orAborted } from "./abort.js";
import type { Clock } from "./clock.js";
import { decode } from "./decode.js";
import type { Peer } from "./http.js";
import { eventSocket } from "./socket.js";
import type { Track } from "./track.js";

export interface EventStream {
  /** As `Backend.events`: settles once the socket is open, and replays nothing. */
  readonly subscribe: Backend["events"];
  close(): Promise<void>;
}

type Listener = (event: BackendEvent) => void;

export function eventStream(peer: Peer, clientId: string, clock: Clock, logger: Logger): EventStream {
  const listeners = new Set<{ readonly listener: Listener }>();
  let track: Track | undefined;

  function tell(event: BackendEvent): void {
    for (const { listener } of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        logger.warn(`A listener of the backend's events failed: ${reasonOf(error)}`);
      }
    }
  }

  const socket = eventSocket({
    network: peer.network,
    url: peer.routes.socket(clientId),
    auth: peer.auth,
    clock,
    message(data) {
      const decoded = decode(data, track, peer.routes.view);
      track = decoded.track;
      decoded.events.forEach(tell);
    },
    changed(state) {
      track = undefined;
      tell({ type: "connection", state });
    },
  });

  return {
    async subscribe(listener, options = {}) {
      const entry = { listener };
      const leave = (): void => {
        listeners.delete(entry);
      };
      options.signal?.throwIfAborted();
      listeners.add(entry);
      try {
        await orAborted(socket.opened(), options.signal);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    close: () => socket.close(),
  };
}
