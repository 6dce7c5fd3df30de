// A server that speaks the protocol of Redis and has no data: it answers each command as a test says.

import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

export interface RedisReplies {
  readonly url: string;
  /** Ends all connections. */
  cut(): void;
  /** Sends a message of a channel to all connections. */
  publish(channel: string, text: string): void;
  close(): Promise<void>;
}

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** The commands in what a client has sent, each with its arguments. No test sends a part of a command, or a line end in an argument. */
function* commandsIn(sent: string): Generator<readonly string[]> {
  const lines = sent.split("\r\n");
  for (let at = 0; lines[at]?.startsWith("*") === true;) {
    const count = Number(lines[at]?.slice(1));
    yield Array.from({ length: count }, (_none, index) => lines[at + 2 + 2 * index] ?? "");
    at += 1 + 2 * count;
  }
}

/** `reply` gives the bytes of a reply; undefined for `OK`. */
export async function startRedisReplies(
  reply: (command: readonly string[]) => string | undefined,
): Promise<RedisReplies> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      for (const command of commandsIn(data.toString())) socket.write(reply(command) ?? "+OK\r\n");
    });
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    publish(channel, text) {
      for (const socket of sockets) socket.write(`*3\r\n${bulk("message")}${bulk(channel)}${bulk(text)}`);
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

/** The reply to a subscription to one channel. */
export const subscribedTo = (channel = ""): string => `*3\r\n${bulk("subscribe")}${bulk(channel)}:1\r\n`;
