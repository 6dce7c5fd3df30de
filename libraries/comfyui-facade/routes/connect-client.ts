// `/ws`: the handshake of a client, its first messages, and the features that it asks for.

import { randomUUID } from "node:crypto";
import type { Engine } from "@pictor/comfyui-protocol";
import { fault, isRecord, parseJsonOrUndefined } from "@pictor/kernel/plugin";
import type { CallOptions, DirectRequest, SendOptions, Socket, SocketHandlers } from "@pictor/kernel/plugin";
import { targetOf } from "../http/target.js";
import { adoptPrompts } from "../prompts/adopt.js";
import { statusMessage } from "../prompts/follow.js";
import type { Facade } from "../state/facade-state.js";
import { message } from "../wire/run.js";
import { createOutbox } from "../sockets/outbox.js";
import { textOf, type ClientConnection } from "../sockets/sockets.js";

const tooSlow = 1011;
const maxClientIdLength = 200;

/** The first message of a client may ask for features; a text that is not JSON does not count as a message. */
const readMessage = (data: string | Uint8Array): unknown =>
  typeof data === "string" ? parseJsonOrUndefined(data) : undefined;

/** The node that runs for this client, for the first message to a new socket of the client. */
function activeNodes({ active }: Facade, { owner, clientId }: ClientConnection): readonly string[] {
  return [...active.values()].flatMap(({ prompt, run }) => {
    const node = run.activeNode();
    return prompt.owner === owner && prompt.clientId === clientId && node !== undefined ? [node] : [];
  });
}

/** Rejects with `SOCKET_REFUSED` for another path, and with the errors of the backend. */
export async function connectClient(
  facade: Facade,
  engine: Engine,
  { path, owner }: Pick<DirectRequest, "path" | "owner">,
  handlers: SocketHandlers,
  { signal }: SendOptions,
): Promise<Socket> {
  const target = targetOf(path);
  if (target?.segments.join("/") !== "ws")
    throw fault("SOCKET_REFUSED", { url: path.split("?", 1)[0] ?? "", status: 404 });
  const call: CallOptions = signal === undefined ? {} : { signal };
  await facade.subscribe();
  const sent = (target.query.get("clientId") ?? "").slice(0, maxClientIdLength);
  const clientId = sent === "" ? randomUUID().replaceAll("-", "") : sent;
  if (sent !== "") await adoptPrompts(facade, { owner, clientId }, call);
  signal?.throwIfAborted();

  let isOpen = true;
  let hasSpoken = false;
  const close = (code: number, reason: string): void => {
    if (!isOpen) return;
    isOpen = false;
    facade.sockets.remove(connection);
    signal?.removeEventListener("abort", abort);
    handlers.close(code, reason);
  };
  const abort = (): void => {
    close(1006, "");
  };
  const outbox = createOutbox(
    (data) => handlers.message(data),
    () => {
      close(tooSlow, "the client does not read");
    },
  );
  const connection: ClientConnection = { owner, clientId, outbox, wantsMetadata: false, close };
  facade.sockets.add(connection);
  signal?.addEventListener("abort", abort, { once: true });
  outbox.push({ data: textOf(statusMessage(facade, clientId)) });
  for (const node of activeNodes(facade, connection))
    outbox.push({ data: JSON.stringify({ type: "executing", data: { node } }) });

  return {
    send(data) {
      const first = hasSpoken ? undefined : readMessage(data);
      if (first !== undefined) {
        hasSpoken = true;
        if (isRecord(first) && first["type"] === "feature_flags") {
          const { data: flags } = first;
          connection.wantsMetadata = isRecord(flags) && flags["supports_preview_metadata"] === true;
          const reply = message("feature_flags", engine.features);
          if (reply.kind === "message") outbox.push({ data: textOf(reply) });
        }
      }
      return Promise.resolve();
    },
    ping: () => (isOpen ? Promise.resolve() : Promise.reject(new Error("the socket is closed"))),
    close(code = 1005, reason = "") {
      close(code, reason);
      return Promise.resolve();
    },
  };
}
