// Listening on loopback for one flow: the same port on every address that the host of the redirect URI may mean.

import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { systemCode, type Clock } from "@pictor/kernel/plugin";
import { createConnections } from "./connections.js";

export type LoopbackAddress = "127.0.0.1" | "::1";

export interface Listener {
  readonly kind: "listening";
  readonly port: number;
  readonly addresses: readonly LoopbackAddress[];
  /** From now on requests are answered. */
  serve(handle: RequestListener): void;
  /** Ends every connection; settles when the port is free. */
  close(): Promise<void>;
}
export type NotListening =
  /** Somebody else has the port, or may have it: another one may do. */
  | { readonly kind: "busy"; readonly reason: string }
  | { readonly kind: "impossible"; readonly reason: string };

/** Makes a server listen; rejects with the system's error. */
export type Bind = (server: Server, port: number, address: LoopbackAddress) => Promise<void>;

export interface ListenTools {
  readonly clock: Clock;
  /** Default: `server.listen`. */
  readonly bind?: Bind;
}

export const bindServer: Bind = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off("error", reject);
      resolve();
    });
  });

const maxHeaderBytes = 16 * 1024;
const maxAttempts = 20;
const busyCodes: ReadonlySet<string> = new Set(["EADDRINUSE", "EACCES"]);
const noSuchFamily: ReadonlySet<string> = new Set(["EAFNOSUPPORT", "EADDRNOTAVAIL"]);

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });

/** The port, provided that the server got this address and no wider one: codes are for this machine only. */
function boundPort(server: Server, address: LoopbackAddress): number | undefined {
  const bound = server.address();
  return bound !== null && typeof bound === "object" && bound.address === address ? bound.port : undefined;
}

async function bindOne(
  server: Server,
  port: number,
  address: LoopbackAddress,
  bind: Bind,
): Promise<number | string> {
  try {
    await bind(server, port, address);
    return boundPort(server, address) ?? "another address was bound";
  } catch (error) {
    return systemCode(error) ?? "an unknown error";
  }
}

async function bindAll(
  addresses: readonly LoopbackAddress[],
  wanted: number,
  { clock, bind = bindServer }: ListenTools,
): Promise<Listener | NotListening> {
  const connections = createConnections(clock);
  const bound = new Map<LoopbackAddress, Server>();
  const close = async (): Promise<void> => {
    const closing = [...bound.values()].map(closed);
    connections.destroyAll();
    await Promise.all(closing);
  };
  let port = wanted;
  for (const address of addresses) {
    const server = createServer({ maxHeaderSize: maxHeaderBytes });
    server.maxRequestsPerSocket = 1;
    server.on("connection", connections.add);
    const found = await bindOne(server, port, address, bind);
    if (typeof found === "number") {
      port = found;
      bound.set(address, server);
      // A connection that could not be accepted, such as for want of file descriptors, is no reason to stop.
      server.on("error", () => undefined);
      continue;
    }
    // A machine without IPv6: `localhost` means 127.0.0.1 there.
    if (address === "::1" && bound.size > 0 && noSuchFamily.has(found)) continue;
    await Promise.all([close(), closed(server)]);
    return { kind: busyCodes.has(found) ? "busy" : "impossible", reason: `${found} on ${address}` };
  }
  return {
    kind: "listening",
    port,
    addresses: [...bound.keys()],
    serve(handle) {
      for (const server of bound.values()) server.on("request", handle);
    },
    close,
  };
}

/**
 * Listens on exactly these addresses, with one port. With `port` 0 the system chooses one, again where it is busy on
 * another address. Never rejects.
 */
export async function listen(
  addresses: readonly LoopbackAddress[],
  port: number,
  tools: ListenTools,
): Promise<Listener | NotListening> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await bindAll(addresses, port, tools);
    if (outcome.kind !== "busy" || port !== 0 || attempt === maxAttempts) return outcome;
  }
}
