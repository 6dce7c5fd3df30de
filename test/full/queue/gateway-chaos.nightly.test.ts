// Clients of ComfyUI that repeat each failed POST with the same id, before three hosts, five workers and a Redis with a
// replica, while all of them are killed and stopped, Redis fails over, and the store is full: each prompt ends, and
// none is run twice.

import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cannotMount, mountSmall, type Mount } from "../managed/mounts.test.support.js";
import { startCutProxy, type CutProxy } from "./cut-proxy.test.support.js";
import { describeFarm, type CommandFarm, type CommandProcess } from "./farm-commands.test.support.js";
import { graphOf, promptIdOf } from "./farm-process.test.support.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

const prompts = 2_000;
const clients = 24;
const lockSeconds = 2;
const lostSeconds = 20;

interface Ending {
  readonly status: "success" | "error";
  /** The type of the error that has ended the prompt. */
  readonly error?: string | undefined;
}

interface HistoryRecord {
  readonly status: {
    readonly status_str: "success" | "error";
    readonly messages: readonly (readonly [string, { readonly exception_type?: string }])[];
  };
}

describe.skipIf(!hasRedis)(`a farm in trouble behind gateways${withoutRedis}`, { retry: 0 }, () => {
  let redis: { readonly primary: RedisServer; readonly replica: RedisServer };
  let proxy: CutProxy;
  let folder: string;
  let mount: Mount | undefined;
  let farm: CommandFarm;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pictor-gateways-"));
    const primary = await startRedis({ durable: true });
    const follows = ["--replicaof", "127.0.0.1", String(primary.port)];
    redis = { primary, replica: await startRedis({ durable: true, arguments: follows }) };
    proxy = await startCutProxy(primary.port);
    const counts = { servers: 5, hosts: 3 };
    farm = await describeFarm({ folder, redisUrl: proxy.url, counts, lockSeconds, lostSeconds });
    if (cannotMount === undefined) mount = mountSmall(farm.store, "64m");
    else console.log(`-- left out: a full store, because ${cannotMount}`);
    await Promise.all(farm.servers.map((server) => server.start()));
    await Promise.all(farm.workers.map((worker) => worker.start()));
    await Promise.all(farm.hosts.map((host) => host.start()));
  });
  afterAll(async () => {
    await Promise.all(farm.all().map((each) => each.end("SIGKILL")));
    await proxy.close();
    await redis.replica.close();
    await redis.primary.close();
    mount?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const gatewayOf = (turn: number): string => farm.gateways[turn % farm.gateways.length] ?? "";

  /** Resolves to undefined if there was no answer. */
  const ask = async (url: string, options: RequestInit = {}): Promise<Response | undefined> =>
    fetch(url, { ...options, signal: AbortSignal.timeout(30_000) }).catch(() => undefined);

  /** Submits a prompt, until a host has accepted it. */
  async function submit(number: number): Promise<void> {
    const body = JSON.stringify({
      prompt: graphOf(number),
      prompt_id: promptIdOf(number),
      client_id: `client-${number % clients}`,
    });
    for (let turn = number; ; turn++) {
      const reply = await ask(`${gatewayOf(turn)}/prompt`, { method: "POST", body });
      if (reply?.ok === true) return;
      const text = (await reply?.text().catch(() => "")) ?? "";
      if (reply !== undefined && reply.status < 500) throw new Error(`${reply.status} ${text}`);
      await delay(200);
    }
  }

  /** Follows a prompt to its end, as a client without a socket does. */
  async function endingOf(number: number): Promise<Ending> {
    const id = promptIdOf(number);
    for (let turn = number; ; turn++) {
      const reply = await ask(`${gatewayOf(turn)}/history/${id}`);
      const found = ((await reply?.json().catch(() => ({}))) ?? {}) as Readonly<
        Record<string, HistoryRecord>
      >;
      const status = found[id]?.status;
      if (status !== undefined)
        return {
          status: status.status_str,
          error: status.messages.find(([name]) => name === "execution_error")?.[1].exception_type,
        };
      await delay(300);
    }
  }

  /** The demoted primary has all that was written, as with a planned failover. Its connections stay open. */
  async function failOver(): Promise<void> {
    const client = new Redis(redis.primary.port, "127.0.0.1");
    while (!(await client.info("replication")).includes("state=online")) await delay(50);
    await client.call("FAILOVER", "TO", "127.0.0.1", String(redis.replica.port));
    while (!(await client.info("replication")).includes("role:slave")) await delay(50);
    proxy.moveTo(redis.replica.port);
    client.disconnect();
  }

  /** The server that was promoted starts as a replica of the demoted one, as it did first, and is promoted again. */
  async function restartNewPrimary(): Promise<void> {
    await redis.replica.stop("SIGKILL");
    await redis.replica.start();
    const client = new Redis(redis.replica.port, "127.0.0.1");
    await client.replicaof("NO", "ONE");
    client.disconnect();
  }

  async function fillStore(): Promise<void> {
    if (mount === undefined) return;
    const filler = join(farm.store, "filler");
    const file = openSync(filler, "w");
    try {
      for (const bytes = Buffer.alloc(65_536); ;) writeSync(file, bytes);
    } catch {
      // The store is full.
    } finally {
      closeSync(file);
    }
    await delay(5_000);
    rmSync(filler);
  }

  it("each prompt has one ending, and none is run twice", async () => {
    const endings = new Map<number, Ending>();
    let next = 0;
    const client = async (): Promise<void> => {
      for (let number = next++; number < prompts; number = next++) {
        await submit(number);
        endings.set(number, await endingOf(number));
      }
    };
    const all = Promise.all(Array.from({ length: clients }, client));
    // A rejection is read where `all` is awaited.
    all.catch(() => undefined);
    const untilEnded = async (part: number): Promise<void> => {
      while (endings.size < part * (prompts - clients)) {
        expect(farm.all().filter(({ hasFailed }) => hasFailed)).toEqual([]);
        await Promise.race([delay(100), all]);
      }
    };
    let risks = 0;
    /** Each kill of a worker or a server can lose the prompt that it runs. */
    const risk = (list: readonly CommandProcess[], index: number): CommandProcess => {
      risks++;
      return list[index]!;
    };

    await untilEnded(0.05);
    await risk(farm.workers, 0).restart();
    await untilEnded(0.1);
    await farm.hosts[0]!.restart();
    await untilEnded(0.15);
    const stopped = risk(farm.workers, 1);
    stopped.signal("SIGSTOP");
    await untilEnded(0.2);
    await risk(farm.workers, 2).restart();
    stopped.signal("SIGCONT");
    await untilEnded(0.3);
    await redis.primary.stop("SIGKILL");
    await delay(500);
    await redis.primary.start();
    await untilEnded(0.4);
    await risk(farm.servers, 0).restart();
    const hung = risk(farm.servers, 1);
    hung.signal("SIGSTOP");
    await untilEnded(0.45);
    hung.signal("SIGCONT");
    await untilEnded(0.5);
    await failOver();
    await untilEnded(0.6);
    await fillStore();
    await untilEnded(0.7);
    farm.hosts[1]!.signal("SIGSTOP");
    await delay(5_000);
    farm.hosts[1]!.signal("SIGCONT");
    await farm.hosts[2]!.restart("SIGTERM");
    await untilEnded(0.8);
    await Promise.all([3, 4].map((index) => risk(farm.workers, index).restart()));
    await untilEnded(0.9);
    await farm.hosts[1]!.restart();
    proxy.cut();
    await delay(1_000);
    proxy.heal();
    await restartNewPrimary();
    await all;

    expect(endings.size).toBe(prompts);
    const lost = [...endings].filter(([, { status }]) => status !== "success");
    console.log(`${prompts} prompts, ${lost.length} of them lost`);
    expect(lost.filter(([, { error }]) => error !== "PromptLost")).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(risks);

    const files = new Map<string, number>();
    for (const name of farm.savedFiles()) {
      const id = name.slice(0, promptIdOf(0).length);
      files.set(id, (files.get(id) ?? 0) + 1);
    }
    expect([...files].filter(([, count]) => count !== 1)).toEqual([]);
    const missing = [...endings].filter(
      ([number, { status }]) => status === "success" && !files.has(promptIdOf(number)),
    );
    expect(missing).toEqual([]);
  });
});
