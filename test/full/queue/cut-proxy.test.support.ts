// A proxy in front of Redis whose connections can be cut, that can be silent, and whose address can move to another server.

import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface CutProxy {
  readonly url: string;
  /** Ends all connections, and refuses new ones until `heal`. */
  cut(): void;
  /** Passes nothing on until `heal`, while connections stay open. */
  silence(): void;
  heal(): void;
  /**
   * Leads new connections to the server at another port. The open ones stay where they are, as behind the address of a
   * managed Redis.
   */
  moveTo(port: number): void;
  close(): Promise<void>;
}

export async function startCutProxy(port: number): Promise<CutProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: "open" | "cut" | "silent" = "open";
  let targetPort = port;
  const server = createServer((client) => {
    if (state === "cut") {
      client.destroy();
      return;
    }
    const target = connect(targetPort, "127.0.0.1");
    const pair = [client, target] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        for (const one of pair) one.destroy();
        pairs.delete(pair);
      });
    }
    client.pipe(target);
    target.pipe(client);
    if (state === "silent") for (const socket of pair) socket.pause();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const destroyAll = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}/0`,
    cut() {
      state = "cut";
      destroyAll();
    },
    silence() {
      state = "silent";
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause();
    },
    heal() {
      // Bytes that were held back are gone, as after a broken line.
      if (state === "silent") destroyAll();
      state = "open";
    },
    moveTo(next) {
      targetPort = next;
    },
    async close() {
      destroyAll();
      server.close();
      await once(server, "close");
    },
  };
}
