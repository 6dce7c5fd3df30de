// One client id's socket together with what is understood of its messages.

import type { BackendEvent } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { decode } from "../decode/decode.js";
import { noTrack, reopened } from "../decode/track.js";
import type { Peer } from "../http.js";
import type { Ledger } from "../ledger.js";
import { hearing } from "./hearing.js";
import type { Hearing } from "./hearing.js";
import { eventSocket } from "./socket.js";
import type { EventSocket, SocketState } from "./socket.js";

export interface Channel extends Omit<EventSocket, "renew">, Pick<Hearing, "submitting" | "runs"> {
  /** What was told last; undefined before the first opening. */
  readonly state: SocketState | undefined;
}

export interface ChannelOptions {
  readonly peer: Peer;
  readonly clientId: string;
  readonly clock: Clock;
  readonly ledger: Ledger;
  tell(event: BackendEvent): void;
  changed(state: SocketState): void;
}

/** Nothing is opened before `opened` is called. The ledger learns what the messages say of its prompts. */
export function createChannel({ peer, clientId, clock, ledger, tell, changed }: ChannelOptions): Channel {
  let track = noTrack;
  let state: SocketState | undefined;
  const around = { view: peer.routes.view, onlyPrompt: () => ledger.onlyOne(clientId) };

  const socket = eventSocket({
    network: peer.network,
    url: peer.routes.socket(clientId),
    auth: peer.auth,
    clock,
    message(data) {
      ear.heard();
      const decoded = decode(data, track, around);
      track = decoded.track;
      for (const event of decoded.events) {
        if (event.type === "started" || event.type === "node") ledger.begun(event.promptId);
        if (event.type === "ended") ledger.ended(event.promptId);
        tell(event);
      }
    },
    changed(next) {
      state = next;
      if (next === "open") ear.opened();
      else ear.closed();
      if (next === "renewing" || next === "lost") track = reopened(track);
      changed(next);
    },
  });
  const ear = hearing(clock, () => {
    socket.renew();
  });

  return {
    get state() {
      return state;
    },
    opened: () => socket.opened(),
    close: (how) => socket.close(how),
    submitting: () => ear.submitting(),
    runs: () => {
      ear.runs();
    },
  };
}
