// Keeps the open sockets by client id, and sends messages to one client or to all.
import { isRecord } from "@pictor/kernel/plugin";
import { stringifyJson } from "@pictor/comfyui-graph";
import type { WebSocket } from "ws";
import type { Frame, SocketFaults, SocketState } from "../faults/behavior.js";
import { waitForPong, type PingableSocket } from "./wait-for-pong.js";

/** A socket, and the features that the client negotiated for it. */
export interface Client {
  readonly socket: PingableSocket & Pick<WebSocket, "send" | "pause">;
  /** True: previews are sent with metadata (binary type 4) instead of plain (type 1). */
  previewMetadata: boolean;
  readonly faultState: SocketState;
  /** Ends the connection with a TCP reset. */
  reset(): void;
}

export type Recipient = { readonly clientId: string } | "all";

export interface Clients {
  /** Registers a socket. Messages to a client id go to its newest socket; older ones stay open and receive nothing more. */
  add(clientId: string, client: Client): void;
  /** Unregisters the socket, unless a newer one has replaced it. */
  remove(clientId: string, client: Client): void;
  /** Discards messages to a client id that has no socket. */
  send(recipient: Recipient, type: string, data: unknown): void;
  sendBinary(recipient: Recipient, bytes: Uint8Array): void;
  /** Sends to this socket only, even when a newer socket of the same client id exists. */
  sendTo(client: Client, type: string, data: unknown): void;
  wantsPreviewMetadata(recipient: Recipient): boolean;
  /** Settles when every client has received all of its messages, or does not answer. */
  allDelivered(): Promise<void>;
  /** Discards all messages from now on. */
  close(): void;
}

export function createClients(faults: SocketFaults): Clients {
  const clients = new Map<string, Client>();
  let isClosed = false;
  /** A plain binary frame does not name its prompt. The frame belongs to the prompt of the message before it. */
  let currentPromptId: string | undefined;
  const receiversOf = (recipient: Recipient): Client[] => {
    if (recipient === "all") return [...clients.values()];
    const client = clients.get(recipient.clientId);
    return client ? [client] : [];
  };
  const deliver = (client: Client, frame: Frame): void => {
    const { socket } = client;
    const outcome = faults.outcomeOf(frame, client.faultState);
    if (outcome === "reset") void waitForPong(socket).then(client.reset);
    else if (outcome === "silence") socket.pause();
    else for (const { payload } of outcome) if (socket.readyState === socket.OPEN) socket.send(payload);
  };
  const send = (recipient: Recipient, frame: Frame): void => {
    if (isClosed || faults.isDownFor(frame.promptId)) return;
    for (const client of receiversOf(recipient)) deliver(client, frame);
  };
  return {
    add: (clientId, client) => void clients.set(clientId, client),
    remove(clientId, client) {
      if (clients.get(clientId) === client || (clients.has(clientId) && faults.unregistersNewerSocket()))
        clients.delete(clientId);
    },
    send(recipient, type, data) {
      const frame = messageFrame(type, data);
      currentPromptId = frame.promptId ?? currentPromptId;
      send(recipient, frame);
    },
    sendBinary(recipient, bytes) {
      const about = currentPromptId === undefined ? {} : { promptId: currentPromptId };
      send(recipient, { type: "binary", payload: bytes, ...about });
    },
    sendTo: (client, type, data) => {
      deliver(client, messageFrame(type, data));
    },
    wantsPreviewMetadata: (recipient) =>
      recipient !== "all" && (clients.get(recipient.clientId)?.previewMetadata ?? false),
    async allDelivered() {
      const answering = [...clients.values()].filter(({ faultState }) => !faultState.isSilent);
      await Promise.all(answering.map(({ socket }) => waitForPong(socket)));
    },
    close: () => {
      isClosed = true;
    },
  };
}

function messageFrame(type: string, data: unknown): Frame {
  const payload = stringifyJson({ type, data });
  if (!isRecord(data)) return { type, payload };
  const promptId = data["prompt_id"];
  return { type, data, payload, ...(typeof promptId === "string" ? { promptId } : {}) };
}
