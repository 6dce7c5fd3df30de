// Who listens to an instance, and what each one hears of its sockets.

import { reasonOf } from "@pictor/kernel/plugin";
import type { BackendEvent, Logger } from "@pictor/kernel/plugin";
import type { Channel } from "./channel.js";
import type { SocketState } from "./socket.js";

export interface Listener {
  hear(event: BackendEvent): void;
  /** The detached prompt that it also hears, and the socket for it. */
  readonly beside?: { readonly promptId: string; readonly channel: Channel };
  /** The last state of the connection; it was told all but `renewing`. */
  state?: SocketState;
}

export interface Listeners {
  add(listener: Listener): void;
  remove(listener: Listener): void;
  /** An event of the instance's own socket, for everybody. */
  tell(event: BackendEvent): void;
  /** An event of a detached prompt's socket, for those who listen to that prompt. */
  tellBeside(promptId: string, event: BackendEvent): void;
  /**
   * A socket opened or ended: who hears two is connected while both are open. Of a renewal only the end is told: `open`
   * once more, as what was said meanwhile is missed, or `lost`.
   */
  changed(main: SocketState | undefined): void;
}

/** So many kinds of unknown messages are logged, each with so many characters of its name. */
const mostUnknowns = 200;
const longestKind = 100;

const worst = (states: readonly (SocketState | undefined)[]): SocketState | undefined =>
  (["closed", "lost", undefined, "renewing", "open"] as const).find((state) => states.includes(state));

export function createListeners(logger: Logger): Listeners {
  const listeners = new Set<Listener>();
  const unknowns = new Set<string>();

  function hear(listener: Listener, event: BackendEvent): void {
    try {
      listener.hear(event);
    } catch (error) {
      logger.warn(`A listener of the backend's events failed: ${reasonOf(error)}`);
    }
  }

  /** Once for each kind: custom nodes send theirs by the thousand, some with a number in the name. */
  function report({ wireType }: { readonly wireType: string }): void {
    if (unknowns.size >= mostUnknowns || unknowns.has(wireType)) return;
    // Written anew, as a part of a text keeps all of it.
    const kind = Buffer.from(wireType.slice(0, longestKind)).toString();
    if (unknowns.has(kind)) return;
    unknowns.add(kind);
    logger.debug(`The backend sends messages that are passed on unread: ${kind}`);
  }

  return {
    add: (listener) => void listeners.add(listener),
    remove: (listener) => void listeners.delete(listener),
    tell(event) {
      if (event.type === "unknown") report(event);
      for (const listener of [...listeners]) hear(listener, event);
    },
    tellBeside(promptId, event) {
      if (event.type === "unknown") report(event);
      // What the server tells everybody came by the instance's own socket too.
      const isTheirs = "promptId" in event ? event.promptId === promptId : event.type === "unknown";
      if (!isTheirs) return;
      for (const listener of [...listeners]) {
        if (listener.beside?.promptId === promptId) hear(listener, event);
      }
    },
    changed(main) {
      for (const listener of [...listeners]) {
        const { beside } = listener;
        const state = beside === undefined ? main : worst([main, beside.channel.state]);
        if (state === undefined || state === listener.state) continue;
        listener.state = state;
        if (state !== "renewing") hear(listener, { type: "connection", state });
      }
    },
  };
}
