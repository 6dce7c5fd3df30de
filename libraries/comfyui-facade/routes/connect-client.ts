// `/ws`: connects a client, and passes on what it sends and receives.

import { clientIdIn, encodeFrame, openSocket, type Engine } from "@pictor/comfyui-protocol";
import { fault } from "@pictor/kernel/plugin";
import type { DirectRequest, SendOptions, Socket, SocketHandlers } from "@pictor/kernel/plugin";
import { targetOf } from "../http/target.js";
import { adoptPrompts } from "../prompts/adopt.js";
import { createOutbox } from "../sockets/outbox.js";
import type { ClientConnection } from "../sockets/sockets.js";
import type { Facade } from "../state/facade-state.js";

const tooSlow = 1011;

/** Rejects with `SOCKET_REFUSED` for another path, and with the errors of the backend. */
export async function connectClient(
  facade: Facade,
  engine: Engine,
  { path, owner }: Pick<DirectRequest, "path" | "owner">,
  handlers: SocketHandlers,
  options: SendOptions,
): Promise<Socket> {
  const { signal } = options;
  const target = targetOf(path);
  if (target?.segments.join("/") !== "ws")
    throw fault("SOCKET_REFUSED", { url: path.split("?", 1)[0] ?? "", status: 404 });
  await facade.subscribe();
  const clientId = clientIdIn(target.query);
  // Nobody has submitted prompts for an id that was generated now.
  if (target.query.get("clientId")) await adoptPrompts(facade, { owner, clientId }, { signal });
  signal?.throwIfAborted();
  // A socket that is opened after the facade was closed would be closed by nobody.
  facade.signal.throwIfAborted();

  let isOpen = true;
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
    () => close(tooSlow, "the client does not read"),
  );
  const connection: ClientConnection = {
    ...(owner !== undefined && { owner }),
    clientId,
    outbox,
    wantsMetadata: false,
    send: (message) => outbox.push({ data: encodeFrame(message, false) }),
    close,
  };
  facade.sockets.add(connection);
  signal?.addEventListener("abort", abort, { once: true });
  const receive = openSocket(engine, connection);

  return {
    send(data) {
      receive(data);
      return Promise.resolve();
    },
    ping: () => (isOpen ? Promise.resolve() : Promise.reject(new Error("the socket is closed"))),
    close(code = 1005, reason = "") {
      close(code, reason);
      return Promise.resolve();
    },
  };
}
