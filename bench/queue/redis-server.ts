// A redis-server for a benchmark, on a free port of this machine, which keeps nothing on disk.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "../free-port.js";

const program = process.env["PICTOR_REDIS_SERVER"] ?? "redis-server";

export const hasRedis = (): boolean => spawnSync(program, ["--version"]).status === 0;

export interface RedisServer {
  readonly url: string;
  /** A client, which is ready. */
  readonly client: Redis;
  close(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = String(await freePort());
  const child = spawn(program, ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], {
    stdio: "ignore",
  });
  const url = `redis://127.0.0.1:${port}/0`;
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => undefined);
  while ((await client.ping().catch(() => "")) !== "PONG") await wait(20);
  return {
    url,
    client,
    async close() {
      client.disconnect();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
