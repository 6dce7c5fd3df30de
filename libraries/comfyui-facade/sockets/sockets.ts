// The open sockets of all clients: who receives which message.

import { encodeFrame, type ClientSocket, type Message } from "@pictor/comfyui-protocol";
import type { Frame } from "../wire/run.js";
import type { Outbox } from "./outbox.js";

/** The owner and the client id, which together name the receiver: another owner may use the same client id. */
export interface Receiver {
  readonly owner?: string | undefined;
  readonly clientId?: string | undefined;
}

export interface ClientConnection extends ClientSocket {
  readonly outbox: Outbox;
  close(code: number, reason: string): void;
}

export interface Sockets {
  add(connection: ClientConnection): void;
  remove(connection: ClientConnection): void;
  /** Sends to the sockets of a client; to nobody if the prompt named no client. */
  send(receiver: Receiver, frames: readonly Frame[]): void;
  /** Sends a message to all sockets. */
  broadcast(message: Message): void;
  closeAll(): void;
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
        const topic = frame.kind === "preview" && !frame.isResult ? frame.promptId : undefined;
        for (const { outbox, wantsMetadata } of receivers)
          outbox.push({ data: encodeFrame(frame, wantsMetadata), topic });
      }
    },
    broadcast(message) {
      const data = encodeFrame(message, false);
      for (const { outbox } of connections) outbox.push({ data });
    },
    closeAll() {
      for (const connection of [...connections]) connection.close(1001, "the server is closing");
      connections.clear();
    },
  };
}
