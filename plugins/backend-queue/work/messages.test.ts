// The messages to a worker that loses its connection to Redis, with the real client.

import { afterEach, expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { importPackages } from "../redis/packages.js";
import { openConnection } from "../redis/redis.js";
import { startRedisReplies, subscribedTo, type RedisReplies } from "../testing/redis-replies.js";
import { listen } from "./messages.js";

const patience = { timeout: 4_000 };

let server: RedisReplies | undefined;
afterEach(() => server?.close());

it("come again after a reconnection, although Redis refuses the first new subscription", async () => {
  const replies = [subscribedTo("mine"), "-BUSY Redis is busy running a script.\r\n", subscribedTo("mine")];
  let count = 0;
  const redis = await startRedisReplies(([name]) => (name === "subscribe" ? replies[count++] : undefined));
  server = redis;
  const clock = createFakeClock();
  const packages = await importPackages("farm");
  const connection = openConnection({
    packages,
    target: { is: "server", url: redis.url },
    key: "",
    clock,
    name: "farm",
    address: "redis",
  });
  const ending = new AbortController();
  const messages: string[] = [];
  await listen(connection, {
    channels: ["mine"],
    clock,
    signal: ending.signal,
    onMessage: (channel, text) => messages.push(`${channel}: ${text}`),
  });
  redis.publish("mine", "before");
  await expect.poll(() => messages, patience).toEqual(["mine: before"]);

  redis.cut();
  // The pause before another attempt passes.
  await expect.poll(() => clock.advance(2_000).then(() => count), patience).toBe(replies.length);
  redis.publish("mine", "after");
  await expect.poll(() => messages, patience).toEqual(["mine: before", "mine: after"]);
  ending.abort();
  connection.close();
});
