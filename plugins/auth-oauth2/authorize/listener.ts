// Listens on loopback for one flow: on the same port of every address to which the redirect URI's host may resolve.

import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { systemCode, type Clock } from "@pictor/kernel/plugin";
import { createConnectionLimit } from "./connections.js";

export type LoopbackAddress = "127.0.0.1" | "::1";

export interface Listener {
  readonly kind: "listening";
  readonly port: number;
  readonly addresses: readonly LoopbackAddress[];
  /** Begins to answer requests. */
  serve(handle: RequestListener): void;
  /** Ends every connection; settles when the port is free. */
  close(): Promise<void>;
}
export type ListenFailure =
  /** Another program uses the port, or may use it. Another port may be free. */
  | { readonly kind: "busy"; readonly reason: string }
  | { readonly kind: "impossible"; readonly reason: string };

/** Makes a server listen. Rejects with the system's error. */
export type Bind = (server: Server, port: number, address: LoopbackAddress) => Promise<void>;

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
const missingFamilyCodes: ReadonlySet<string> = new Set(["EAFNOSUPPORT", "EADDRNOTAVAIL"]);

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

/** The port, or why the server does not listen on exactly this address. On a wider address, codes could be intercepted. */
async function bindAddress(
  server: Server,
  port: number,
  address: LoopbackAddress,
  bind: Bind,
): Promise<number | string> {
  try {
    await bind(server, port, address);
    const bound = server.address();
    const isExact = bound !== null && typeof bound === "object" && bound.address === address;
    return isExact ? bound.port : "another address was bound";
  } catch (error) {
    return systemCode(error) ?? "an unknown error";
  }
}

async function bindAll(
  addresses: readonly LoopbackAddress[],
  wantedPort: number,
  clock: Clock,
  bind: Bind,
): Promise<Listener | ListenFailure> {
  const connections = createConnectionLimit(clock);
  const servers = new Map<LoopbackAddress, Server>();
  const close = async (): Promise<void> => {
    const closing = [...servers.values()].map(closeServer);
    connections.destroyAll();
    await Promise.all(closing);
  };
  let port = wantedPort;
  for (const address of addresses) {
    const server = createServer({ maxHeaderSize: maxHeaderBytes });
    server.maxRequestsPerSocket = 1;
    server.on("connection", connections.add);
    const result = await bindAddress(server, port, address, bind);
    if (typeof result === "number") {
      port = result;
      servers.set(address, server);
      // A connection that cannot be accepted, for example without free file descriptors, does not end the flow.
      server.on("error", () => undefined);
      continue;
    }
    // On a machine without IPv6, `localhost` resolves to 127.0.0.1 only.
    if (address === "::1" && servers.size > 0 && missingFamilyCodes.has(result)) continue;
    await Promise.all([close(), closeServer(server)]);
    return { kind: busyCodes.has(result) ? "busy" : "impossible", reason: `${result} on ${address}` };
  }
  return {
    kind: "listening",
    port,
    addresses: [...servers.keys()],
    serve(handle) {
      for (const server of servers.values()) server.on("request", handle);
    },
    close,
  };
}

/**
 * Listens on exactly these addresses with one port. With port 0 the system chooses the port, and chooses another one if it
 * is busy on a further address. Never rejects.
 */
export async function listen(
  addresses: readonly LoopbackAddress[],
  port: number,
  clock: Clock,
  bind = bindServer,
): Promise<Listener | ListenFailure> {
  for (let attempt = 1; ; attempt++) {
    const result = await bindAll(addresses, port, clock, bind);
    if (result.kind !== "busy" || port !== 0 || attempt === maxAttempts) return result;
  }
}
