// Relays the frames of a WebSocket between a client and the server of a backend, unchanged and in order. Reading from
// one side is paused while the other side does not take what was read, so that each direction buffers little.

import type { ClientSocket, Clock, DirectFacet, Socket, SocketAcceptance } from "@pictor/kernel/plugin";
import { requestHeaders } from "./headers.js";
import { createWindow } from "./send-window.js";

const handshakeTimeoutMs = 30_000;
const pingIntervalMs = 30_000;
const pongTimeoutMs = 20_000;
/** The code for a connection that was lost without a close frame (RFC 6455 section 7.1.5). */
const brokenCode = 1006;

/** The codes that a close frame may contain; others, such as 1006, stand for a missing close frame. */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1011) || (code >= 3000 && code <= 4999);

interface Relay {
  readonly client: ClientSocket;
  readonly server: Socket;
}

interface Traffic {
  /** Whether frames for the client have not been written yet. */
  readonly isUnsent: () => boolean;
  /** Number of frames that the server has sent. */
  received: number;
}

/**
 * Detects a server that is gone although its connection was not closed. While the client does not read, pongs are not
 * read either, so a missing pong is not counted.
 */
function watchServer({ client, server }: Relay, traffic: Traffic, clock: Clock): () => void {
  let hasStopped = false;
  let stopTimer = (): void => undefined;
  const next = (): void => {
    if (!hasStopped) stopTimer = clock.after(pingIntervalMs, check);
  };
  function check(): void {
    const before = traffic.received;
    if (traffic.isUnsent()) {
      next();
      return;
    }
    server.ping(pongTimeoutMs).then(next, () => {
      const isAlive = traffic.isUnsent() || traffic.received !== before;
      if (isAlive || hasStopped) next();
      else {
        client.close(brokenCode);
        void server.close();
      }
    });
  }
  next();
  return () => {
    hasStopped = true;
    stopTimer();
  };
}

export interface RelayOptions {
  readonly direct: DirectFacet;
  readonly path: string;
  readonly request: Request;
  readonly clock: Clock;
  /** Name of the caller's token. */
  readonly owner: string;
}

/** Opens the socket to the server first, so that the client receives the refusal of the server instead of a socket. */
export async function relaySocket({
  direct,
  path,
  request,
  clock,
  owner,
}: RelayOptions): Promise<SocketAcceptance> {
  let open: (client: ClientSocket) => void = () => undefined;
  const opened = new Promise<ClientSocket>((resolve) => {
    open = resolve;
  });
  const toClient = createWindow();
  const toServer = createWindow();
  const traffic: Traffic = { isUnsent: toClient.isUsed, received: 0 };
  let stopWatching = (): void => undefined;
  const server = await direct.connect(
    { path, headers: requestHeaders(request.headers), owner },
    {
      message(data) {
        traffic.received++;
        return toClient.pass(data, async () => (await opened).send(data));
      },
      close(code, reason) {
        stopWatching();
        void opened.then((client) => client.close(code, reason));
      },
    },
    { signal: request.signal, timeoutMs: handshakeTimeoutMs },
  );
  return {
    open(client) {
      stopWatching = watchServer({ client, server }, traffic, clock);
      open(client);
      return {
        message: (data) => toServer.pass(data, () => server.send(data)),
        close(code, reason) {
          stopWatching();
          void (isSendable(code) ? server.close(code, reason) : server.close());
        },
      };
    },
  };
}
