// What is said over a new socket of a client: its id, the length of the queue, what runs for it, and the features that
// it asks for.
import { randomUUID } from "node:crypto";
import { isRecord, parseJsonOrUndefined } from "@pictor/kernel/plugin";
import type { ClientSocket, Engine } from "../engine/engine.js";
import { message, statusMessage } from "../messages/frame.js";

const maxClientIdLength = 200;

/** A client that sends no id, or an empty one, receives a generated id of 32 hexadecimal digits. */
export function clientIdIn(query: URLSearchParams): string {
  const sent = (query.get("clientId") ?? "").slice(0, maxClientIdLength);
  return sent === "" ? randomUUID().replaceAll("-", "") : sent;
}

/** Greets the client. Returns what receives its messages. `ignores` says whether the server does not know a type of message. */
export function openSocket(
  engine: Engine,
  socket: ClientSocket,
  ignores: (type: string) => boolean = () => false,
): (data: string | Uint8Array) => void {
  socket.send(statusMessage(engine.remaining(), socket.clientId));
  for (const node of engine.activeNodes(socket)) socket.send(message("executing", { node }));
  let hasSpoken = false;
  return (data) => {
    // Malformed JSON does not count as the first message; real servers read feature flags from that alone.
    const first = hasSpoken || typeof data !== "string" ? undefined : parseJsonOrUndefined(data);
    if (first === undefined) return;
    hasSpoken = true;
    if (!isRecord(first) || first["type"] !== "feature_flags" || ignores("feature_flags")) return;
    const { data: flags } = first;
    socket.wantsMetadata = isRecord(flags) && flags["supports_preview_metadata"] === true;
    socket.send(message("feature_flags", engine.features));
  };
}
