// The open sockets by client id, and who receives what.
import type { WebSocket } from "ws";
import type { Frame, FrameFaults, Line } from "../faults/hooks.js";
import { isObject, stringifyJson } from "../json.js";
import { whenHeard, type Heard } from "./heard.js";

/** A socket and what it negotiated. */
export interface Client {
  readonly socket: Heard & Pick<WebSocket, "send" | "pause">;
  /** True: previews come with metadata (binary type 4) instead of plain (type 1). */
  previewMetadata: boolean;
  readonly line: Line;
  /** Ends the connection by a TCP reset. */
  reset(): void;
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
  sendBinary(recipient: Recipient, bytes: Uint8Array): void;
  /** A message to this one socket. */
  tell(client: Client, type: string, data: unknown): void;
  wantsPreviewMetadata(recipient: Recipient): boolean;
  /** Settles when every client has read what was sent to it, or does not answer. */
  heard(): Promise<void>;
  /** Nothing is sent any more. */
  close(): void;
}

export function createClients(faults: FrameFaults): Clients {
  const clients = new Map<string, Client>();
  let isClosed = false;
  /** The prompt whose frames are being sent; binary frames do not name theirs. */
  let run: string | undefined;
  const reached = (recipient: Recipient): Client[] => {
    if (recipient === "everybody") return [...clients.values()];
    const client = clients.get(recipient.clientId);
    return client ? [client] : [];
  };
  const deliver = (client: Client, frame: Frame): void => {
    const { socket } = client;
    const fate = faults.frames(frame, client.line);
    if (fate === "reset") void whenHeard(socket).then(client.reset);
    else if (fate === "mute") socket.pause();
    else for (const { payload } of fate) if (socket.readyState === socket.OPEN) socket.send(payload);
  };
  const send = (recipient: Recipient, frame: Frame): void => {
    if (isClosed || faults.goesDownBefore(frame.run)) return;
    for (const client of reached(recipient)) deliver(client, frame);
  };
  return {
    add: (clientId, client) => void clients.set(clientId, client),
    remove(clientId, client) {
      if (clients.get(clientId) === client || (clients.has(clientId) && faults.unregisters()))
        clients.delete(clientId);
    },
    send(recipient, type, data) {
      const frame = messageFrame(type, data);
      run = frame.run ?? run;
      send(recipient, frame);
    },
    sendBinary(recipient, bytes) {
      send(recipient, { type: "binary", payload: bytes, ...(run === undefined ? {} : { run }) });
    },
    tell: (client, type, data) => {
      deliver(client, messageFrame(type, data));
    },
    wantsPreviewMetadata: (recipient) =>
      recipient !== "everybody" && (clients.get(recipient.clientId)?.previewMetadata ?? false),
    async heard() {
      const listening = [...clients.values()].filter(({ line }) => !line.isMute);
      await Promise.all(listening.map(({ socket }) => whenHeard(socket)));
    },
    close: () => {
      isClosed = true;
    },
  };
}

function messageFrame(type: string, data: unknown): Frame {
  const payload = stringifyJson({ type, data });
  if (!isObject(data)) return { type, payload };
  const run = data["prompt_id"];
  return { type, data, payload, ...(typeof run === "string" ? { run } : {}) };
}
