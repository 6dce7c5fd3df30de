// The messages to a worker. They only hasten what its signs find out too, so that one may be lost with a connection.

import type { Clock } from "@pictor/kernel/plugin";
import type { Connection } from "../redis/redis.js";
import { untilAnswered } from "./parts/retry.js";

export interface MessageOptions {
  readonly channels: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  onMessage(channel: string, text: string): void;
}

/** Passes on the messages of some channels. Resolves when they flow; they flow again after each reconnection. */
export async function listen(connection: Connection, options: MessageOptions): Promise<void> {
  const { channels, onMessage } = options;
  const subscribe = () =>
    untilAnswered(() => connection.guard((client) => client.subscribe(...channels)), options);
  connection.client.on("message", onMessage);
  await subscribe();
  connection.onState((isOpen) => void (isOpen && subscribe().catch(() => undefined)));
}
