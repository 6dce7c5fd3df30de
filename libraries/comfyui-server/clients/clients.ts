// Keeps the open sockets by client id, and sends messages to one client or to all.
import { encodeFrame, type ClientSocket, type Message, type Preview } from "@pictor/comfyui-protocol";
import { asString, recordOrEmpty } from "@pictor/kernel/plugin";
import type { WebSocket } from "ws";
import type { Frame, SocketState } from "../faults/behavior.js";
import type { Faults } from "../faults/faults.js";

/** The longest wait for a client that does not answer. */
const TIMEOUT_MS = 2_000;

type PingableSocket = Pick<WebSocket, "readyState" | "OPEN" | "ping" | "once" | "off">;

/** Sends a ping. Settles with its pong, when the socket closes, or after the timeout. */
function waitForPong(socket: PingableSocket): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      socket.off("pong", finish);
      socket.off("close", finish);
      resolve();
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    socket.once("pong", finish);
    socket.once("close", finish);
    socket.ping();
  });
}

export interface Client extends ClientSocket {
  readonly socket: PingableSocket & Pick<WebSocket, "send" | "pause">;
  readonly faultState: SocketState;
  /** Ends the connection with a TCP reset. */
  reset(): void;
}

export type Recipient = { readonly clientId: string } | "all";

export type Clients = ReturnType<typeof createClients>;

export function createClients(faults: Faults) {
  const clients = new Map<string, Client>();
  let isClosed = false;
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
  const wantsMetadata = (recipient: Recipient): boolean =>
    recipient !== "all" && (clients.get(recipient.clientId)?.wantsMetadata ?? false);
  return {
    has: (clientId: string): boolean => clients.has(clientId),
    /** Registers a socket. Messages to a client id go to its newest socket; older ones stay open and receive nothing more. */
    add: (client: Client) => void clients.set(client.clientId, client),
    /** Unregisters the socket, unless a newer one has replaced it. */
    remove(client: Client) {
      const { clientId } = client;
      if (clients.get(clientId) === client || (clients.has(clientId) && faults.unregistersNewerSocket()))
        clients.delete(clientId);
    },
    /** Discards messages to a client id that has no socket. */
    send(recipient: Recipient, sent: Message | Preview) {
      const frame = frameOf(sent, wantsMetadata(recipient));
      if (isClosed || faults.isDownFor(frame.promptId)) return;
      for (const client of receiversOf(recipient)) deliver(client, frame);
    },
    sendTo: (client: Client, sent: Message) => deliver(client, frameOf(sent, false)),
    wantsMetadata,
    /** Settles when every client has received all of its messages, or does not answer. */
    async allDelivered() {
      const answering = [...clients.values()].filter(({ faultState }) => !faultState.isSilent);
      await Promise.all(answering.map(({ socket }) => waitForPong(socket)));
    },
    /** Discards all messages from now on. */
    close: () => {
      isClosed = true;
    },
  };
}

/** What faults see of a message or a preview. */
function frameOf(sent: Message | Preview, withMetadata: boolean): Frame {
  const payload = encodeFrame(sent, withMetadata);
  if (sent.kind === "preview") return { type: "binary", payload, promptId: sent.promptId };
  const data = recordOrEmpty(sent.data);
  const promptId = asString(data["prompt_id"]);
  return { type: sent.type, data, payload, ...(promptId !== undefined && { promptId }) };
}
