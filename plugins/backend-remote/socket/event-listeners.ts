// Delivers the events of an instance's sockets to its listeners.

import { cutText, reasonOf, type BackendEvent, type Logger } from "@pictor/kernel/plugin";
import type { EventChannel } from "./event-channel.js";
import type { SocketState } from "./reconnecting-socket.js";

export interface Listener {
  onEvent(event: BackendEvent): void;
  /** A detached prompt whose events the listener receives too, and the prompt's channel. */
  readonly detached?: { readonly promptId: string; readonly channel: EventChannel };
  /** The last state of the connection; the listener was notified of every state except `renewing`. */
  connection?: SocketState;
}

/** Limits for the log of unknown messages: the number of kinds, and the characters of a kind's name. */
const maxUnknownKinds = 200;
const maxKindLength = 100;

/** The worst state of several sockets, which is the state of a listener's connection. */
const worstOf = (states: readonly (SocketState | undefined)[]): SocketState | undefined =>
  (["closed", "lost", undefined, "renewing", "open"] as const).find((state) => states.includes(state));

export function createEventListeners(logger: Logger) {
  const listeners = new Set<Listener>();
  const logUnknown = unknownMessageLog(logger);

  function call(listener: Listener, event: BackendEvent): void {
    try {
      listener.onEvent(event);
    } catch (error) {
      logger.warn(`A listener for the backend's events threw an error: ${reasonOf(error)}`);
    }
  }

  return {
    add: (listener: Listener) => void listeners.add(listener),
    remove: (listener: Listener) => void listeners.delete(listener),
    /** Passes an event of the instance's own socket to every listener. */
    notify(event: BackendEvent) {
      if (event.type === "unknown") logUnknown(event);
      for (const listener of [...listeners]) call(listener, event);
    },
    /** Passes an event of a detached prompt's socket to the listeners of that prompt. */
    notifyDetached(promptId: string, event: BackendEvent) {
      if (event.type === "unknown") logUnknown(event);
      // Broadcasts of the server arrive on the instance's own socket too, so only events of the detached prompt are passed on.
      const isOfPrompt = "promptId" in event ? event.promptId === promptId : event.type === "unknown";
      if (!isOfPrompt) return;
      for (const listener of [...listeners]) {
        if (listener.detached?.promptId === promptId) call(listener, event);
      }
    },
    /**
     * A socket has opened or closed. A listener of two sockets is connected while both are open. A renewal is reported at its
     * end only: `open` again, because events in between are missed, or `lost`.
     */
    connectionChanged(main: SocketState | undefined) {
      for (const listener of [...listeners]) {
        const { detached } = listener;
        const state = detached === undefined ? main : worstOf([main, detached.channel.state]);
        if (state === undefined || state === listener.connection) continue;
        listener.connection = state;
        if (state !== "renewing") call(listener, { type: "connection", state });
      }
    },
  };
}

/** Logs each kind of unknown message once: extensions send thousands of them, some with a number in the kind's name. */
function unknownMessageLog(logger: Logger): (message: { readonly wireType: string }) => void {
  const kinds = new Set<string>();
  return ({ wireType }) => {
    if (kinds.size >= maxUnknownKinds || kinds.has(wireType)) return;
    // The text is copied, because a part would keep the whole string in memory.
    const kind = Buffer.from(cutText(wireType, maxKindLength)).toString();
    if (kinds.has(kind)) return;
    kinds.add(kind);
    logger.debug(`The backend sends messages of an unknown kind, which are passed on as they are: ${kind}`);
  };
}
