// A server that speaks the protocol of Redis and has no data: it answers each command as a test says.

import { createServer } from "node:net";
import { listen } from "@pictor/host/testing";

export interface RedisReplies {
  readonly url: string;
  readonly port: number;
  /** Ends all connections. */
  cut(): void;
  /** Sends a message of a channel to all connections. */
  publish(channel: string, text: string): void;
  close(): Promise<void>;
}

/** A text as a reply. */
export const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/**
 * The commands in what a client has sent, each with its arguments. No test sends a part of a command, or a line end in
 * an argument.
 */
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
  const server = createServer((socket) => {
    socket.on("data", (data) => {
      for (const command of commandsIn(data.toString())) socket.write(reply(command) ?? "+OK\r\n");
    });
  });
  const { port, host, sockets, close } = await listen(server);
  return {
    url: `redis://${host}`,
    port,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    publish(channel, text) {
      for (const socket of sockets) socket.write(`*3\r\n${bulk("message")}${bulk(channel)}${bulk(text)}`);
    },
    close,
  };
}

/** The reply to a subscription to one channel. */
export const subscribedTo = (channel = ""): string => `*3\r\n${bulk("subscribe")}${bulk(channel)}:1\r\n`;
