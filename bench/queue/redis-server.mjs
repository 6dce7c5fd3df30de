// A redis-server for a benchmark, on a free port of this machine, which keeps nothing on disk.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const program = process.env.PICTOR_REDIS_SERVER ?? "redis-server";

export const hasRedis = () => spawnSync(program, ["--version"]).status === 0;

/** Starts the server. `open` makes a client, which is ready. */
export async function startRedis(Redis) {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  const child = spawn(program, ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], {
    stdio: "ignore",
  });
  const url = `redis://127.0.0.1:${port}/0`;
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => undefined);
  while ((await client.ping().catch(() => "")) !== "PONG") await delay(20);
  return {
    url,
    client,
    async close() {
      client.disconnect();
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
