// One client id's socket together with the decoder of its messages.

import type { BackendEvent } from "@pictor/kernel/plugin";
import { decodeMessage } from "../decode/decode-message.js";
import { afterReconnect, initialDecoderState } from "../decode/decoder-state.js";
import type { ActivePrompts } from "../prompts/active-prompts.js";
import type { RemoteServer } from "../server/requests.js";
import { createDeafnessDetector, type DeafnessDetector } from "./deafness-detector.js";
import { createReconnectingSocket } from "./reconnecting-socket.js";
import type { ReconnectingSocket, SocketState } from "./reconnecting-socket.js";

export interface EventChannel
  extends
    Pick<ReconnectingSocket, "whenOpen" | "close">,
    Pick<DeafnessDetector, "trackSubmission" | "noteRunning"> {
  /** The last reported state; undefined before the socket is opened for the first time. */
  readonly state: SocketState | undefined;
}

export interface EventChannelOptions {
  readonly server: RemoteServer;
  readonly clientId: string;
  readonly activePrompts: ActivePrompts;
  onEvent(event: BackendEvent): void;
  onStateChange(state: SocketState): void;
}

/**
 * Opens no socket before `whenOpen` is called. Keeps `activePrompts` up to date: marks started prompts, removes ended ones.
 */
export function createEventChannel(options: EventChannelOptions): EventChannel {
  const { server, clientId, activePrompts } = options;
  const { clock } = server;
  let decoderState = initialDecoderState;
  let state: SocketState | undefined;
  const context = { view: server.routes.view, onlyPrompt: () => activePrompts.onlyPromptOf(clientId) };

  const socket = createReconnectingSocket({
    network: server.network,
    url: server.routes.socket(clientId),
    auth: server.auth,
    clock,
    onMessage(data) {
      detector.messageReceived();
      const decoded = decodeMessage(data, decoderState, context);
      decoderState = decoded.state;
      for (const event of decoded.events) {
        if (event.type === "started" || event.type === "node") activePrompts.markStarted(event.promptId);
        if (event.type === "ended") activePrompts.remove(event.promptId);
        options.onEvent(event);
      }
    },
    onStateChange(next) {
      state = next;
      if (next === "open") detector.opened();
      else detector.closed();
      if (next === "renewing" || next === "lost") decoderState = afterReconnect(decoderState);
      options.onStateChange(next);
    },
  });
  const detector = createDeafnessDetector(clock, () => socket.renew());

  return {
    get state() {
      return state;
    },
    whenOpen: () => socket.whenOpen(),
    close: (how) => socket.close(how),
    trackSubmission: () => detector.trackSubmission(),
    noteRunning: () => detector.noteRunning(),
  };
}
