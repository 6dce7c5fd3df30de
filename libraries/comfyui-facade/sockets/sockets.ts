// The open sockets of all clients: who receives which message.

import { previewFrame, previewFrameWithMetadata } from "@pictor/comfyui-protocol";
import { stringifyJson } from "@pictor/comfyui-graph";
import type { Frame } from "../wire/run.js";
import type { Outbox } from "./outbox.js";

/** The owner and the client id, which together name the receiver: another owner may use the same client id. */
export interface Receiver {
  readonly owner?: string | undefined;
  readonly clientId?: string | undefined;
}

export interface ClientConnection extends Receiver {
  readonly outbox: Outbox;
  /** Whether previews are sent with their prompt and node; the client asks for this in its first message. */
  wantsMetadata: boolean;
  close(code: number, reason: string): void;
}

export interface Sockets {
  add(connection: ClientConnection): void;
  remove(connection: ClientConnection): void;
  /** Sends to the sockets of a client; to nobody if the prompt named no client. */
  send(receiver: Receiver, frames: readonly Frame[]): void;
  /** Sends a message to all sockets. */
  broadcast(frame: Extract<Frame, { kind: "message" }>): void;
  closeAll(): void;
}

export const textOf = ({ type, data }: Extract<Frame, { kind: "message" }>): string =>
  stringifyJson({ type, data });

function push(connection: ClientConnection, frame: Frame, text: string | undefined): void {
  if (text !== undefined) connection.outbox.push({ data: text });
  else if (frame.kind === "preview") {
    const { bytes, promptId, node, isResult } = frame;
    const data = connection.wantsMetadata
      ? previewFrameWithMetadata(bytes, promptId, node)
      : previewFrame(bytes);
    connection.outbox.push({ data, ...(!isResult && { topic: promptId }) });
  }
}

export function createSockets(): Sockets {
  const connections = new Set<ClientConnection>();
  return {
    add: (connection) => void connections.add(connection),
    remove(connection) {
      connection.outbox.close();
      connections.delete(connection);
    },
    send({ owner, clientId }, frames) {
      if (clientId === undefined || frames.length === 0) return;
      const receivers = [...connections].filter((one) => one.clientId === clientId && one.owner === owner);
      if (receivers.length === 0) return;
      for (const frame of frames) {
        const text = frame.kind === "message" ? textOf(frame) : undefined;
        for (const connection of receivers) push(connection, frame, text);
      }
    },
    broadcast(frame) {
      const data = textOf(frame);
      for (const { outbox } of connections) outbox.push({ data });
    },
    closeAll() {
      for (const connection of [...connections]) connection.close(1001, "the server is closing");
      connections.clear();
    },
  };
}
