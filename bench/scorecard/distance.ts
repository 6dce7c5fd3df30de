// A server that is some milliseconds away: a relay of bytes that adds nothing but time. What changes behind it is due to the
// distance alone, and the verdicts of the gateway are compared with it.

import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { Front } from "./gateway.js";

/** Milliseconds that each piece of data needs, in each direction: a server in the same city. */
const delayMs = 5;

/** Passes pieces on in order, each after the delay, and the end after the last piece. */
function relay(from: Socket, to: Socket): void {
  from.on("data", (piece) => setTimeout(() => to.write(piece), delayMs));
  from.on("end", () => setTimeout(() => to.end(), delayMs));
  from.on("close", () => setTimeout(() => to.destroy(), delayMs));
  from.on("error", () => {
    to.resetAndDestroy();
  });
}

export async function startDistance(target: string): Promise<Front> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
    relay(client, upstream);
    relay(upstream, client);
    open.add(client);
    client.on("close", () => open.delete(client));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.close();
      for (const client of open) client.destroy();
    },
  };
}
