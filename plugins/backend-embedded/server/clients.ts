// The open sockets by client id, and who receives what.
import type { WebSocket } from "ws";
import { stringifyJson } from "../json.js";

/** A socket and what it negotiated. */
export interface Client {
  readonly socket: WebSocket;
  /** True: previews come with metadata (binary type 4) instead of plain (type 1). */
  previewMetadata: boolean;
}

/** One client id, or everybody. */
export type Recipient = { readonly clientId: string } | "everybody";

export interface Clients {
  /** The newest socket of a client id receives its messages; an older one stays open and hears nothing more. */
  add(clientId: string, client: Client): void;
  /** Forgets the socket, unless a newer one has taken its place. */
  remove(clientId: string, client: Client): void;
  /** Messages to a client id without a socket vanish. */
  send(recipient: Recipient, type: string, data: unknown): void;
  sendBinary(recipient: Recipient, frame: Uint8Array): void;
  wantsPreviewMetadata(recipient: Recipient): boolean;
}

export function createClients(): Clients {
  const clients = new Map<string, Client>();
  const reached = (recipient: Recipient): Client[] => {
    if (recipient === "everybody") return [...clients.values()];
    const client = clients.get(recipient.clientId);
    return client ? [client] : [];
  };
  const deliver = (recipient: Recipient, frame: string | Uint8Array): void => {
    for (const { socket } of reached(recipient)) if (socket.readyState === socket.OPEN) socket.send(frame);
  };
  return {
    add: (clientId, client) => void clients.set(clientId, client),
    remove(clientId, client) {
      if (clients.get(clientId) === client) clients.delete(clientId);
    },
    send: (recipient, type, data) => {
      deliver(recipient, stringifyJson({ type, data }));
    },
    sendBinary: deliver,
    wantsPreviewMetadata: (recipient) =>
      recipient !== "everybody" && (clients.get(recipient.clientId)?.previewMetadata ?? false),
  };
}
