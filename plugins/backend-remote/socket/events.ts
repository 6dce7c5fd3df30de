// The events of an instance: one socket for everything it submits, and one for each detached prompt that is listened to.

import { until } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, Logger, PromptState } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import type { Peer } from "../http.js";
import type { Ledger } from "../ledger.js";
import { listenerOf } from "../record/entry.js";
import { readEntry } from "../record/recall.js";
import { besideSockets } from "./beside.js";
import { createChannel } from "./channel.js";
import { createListeners } from "./listeners.js";
import type { Listener } from "./listeners.js";

export interface EventStream {
  /** As `Backend.events`: settles once the sockets are open, and replays nothing. */
  readonly subscribe: Backend["events"];
  /** A submission begins; to be called again once the server has accepted it. */
  submitting(): () => void;
  /** The record was read: a run that no socket tells of may mean that ours is deaf. */
  recorded(promptId: string, state: PromptState["state"]): void;
  close(): Promise<void>;
}

export interface StreamOptions {
  readonly peer: Peer;
  readonly clientId: string;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly logger: Logger;
}

export function eventStream({ logger, ...options }: StreamOptions): EventStream {
  const { peer, clientId, ledger } = options;
  const listeners = createListeners(logger);
  const main = createChannel({
    ...options,
    tell: (event) => {
      listeners.tell(event);
    },
    changed: (state) => {
      listeners.changed(state);
    },
  });
  const beside = besideSockets((promptId) =>
    createChannel({
      ...options,
      clientId: promptId,
      tell: (event) => {
        listeners.tellBeside(promptId, event);
      },
      changed: () => {
        listeners.changed(main.state);
      },
    }),
  );

  /** Another program's prompt is heard by its own socket, which a second one of its client id would silence. */
  async function isDetached(promptId: string, call: CallOptions): Promise<boolean> {
    const known = ledger.clientOf(promptId);
    if (known !== undefined) return known === promptId;
    const kept = await readEntry(peer, promptId, call);
    if (kept?.hasEnded === true) return false;
    if (kept === undefined) return true;
    ledger.add(promptId, listenerOf(kept.entry));
    return listenerOf(kept.entry) === promptId;
  }

  async function join(hear: Listener["hear"], promptId: string | undefined, call: CallOptions) {
    if (promptId === undefined || !(await isDetached(promptId, call))) {
      const listener: Listener = { hear };
      listeners.add(listener);
      return {
        opened: main.opened(),
        leave: () => {
          listeners.remove(listener);
        },
      };
    }
    const channel = await beside.take(promptId);
    const listener: Listener = { hear, beside: { promptId, channel } };
    listeners.add(listener);
    let isHere = true;
    return {
      opened: Promise.all([main.opened(), channel.opened()]),
      leave: () => {
        listeners.remove(listener);
        if (isHere) beside.giveBack(promptId);
        isHere = false;
      },
    };
  }

  return {
    async subscribe(hear, { promptId, ...call } = {}) {
      call.signal?.throwIfAborted();
      const { opened, leave } = await join(hear, promptId, call);
      try {
        await until(call.signal, opened as Promise<unknown>);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    submitting: () => main.submitting(),
    recorded(promptId, state) {
      if (state !== "running") return;
      const hears = ledger.clientOf(promptId);
      if (hears === clientId) main.runs();
      else if (hears === promptId) beside.of(promptId)?.runs();
    },
    async close() {
      await Promise.all([main.close(), beside.close()]);
    },
  };
}
