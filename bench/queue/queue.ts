// A queue over a local Redis, with backends that do nothing: what it adds to a prompt, how many prompts and events go
// through it, and what a prompt that waits costs Redis.

import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { Graph } from "@pictor/kernel/plugin";
import { inFolder } from "../folders.js";
import { amount, median, quantile, timed } from "../measure.js";
import { start, type Child } from "../processes.js";
import { followEnds, runOne } from "../prompts.js";
import { printSkipped, printTable } from "../table.js";
import { graphOf, graphWithLora, openFarm, type Farm } from "./farm.js";
import { hasRedis, startRedis } from "./redis-server.js";
import { usualGraph, usualRecord } from "./usual-prompt.js";

const prefix = "bench";

async function latency({ farm, nothing }: Farm): Promise<void> {
  const bare: number[] = [];
  const queued: number[] = [];
  const [alone, throughQueue] = [await followEnds(nothing), await followEnds(farm)];
  for (let number = 0; number < amount(300, 20); number++) {
    bare.push(await timed(() => runOne(alone, graphOf(number), { owner: "bench" })));
    queued.push(await timed(() => runOne(throughQueue, graphOf(number), { owner: "bench" })));
  }
  const more = median(queued) - median(bare);
  printTable(
    "One prompt after another, from its submission to its record (ms)",
    ["", "p50", "p95", "added at p50"],
    [
      ["the backend alone", median(bare).toFixed(2), "", ""],
      ["through the queue", median(queued).toFixed(2), quantile(queued, 0.95).toFixed(2), more.toFixed(2)],
    ],
  );
}

/** The sum of the figures that a pattern finds in a section of Redis's information. */
async function sumOf(client: Redis, section: string, pattern: RegExp): Promise<number> {
  const text = await client.info(section);
  return [...text.matchAll(pattern)].reduce((sum, [, figure]) => sum + Number(figure), 0);
}
const callsOf = (client: Redis) =>
  sumOf(client, "commandstats", /^cmdstat_(?!info|ping|client)[^:]+:calls=(\d+)/gm);
/** Seconds of the processor that Redis has used. */
const processorOf = (client: Redis) => sumOf(client, "cpu", /^used_cpu_(?:sys|user):([\d.]+)/gm);
const memoryOf = (client: Redis) => sumOf(client, "memory", /^used_memory:(\d+)/gm);

async function throughput({ farm }: Farm, client: Redis, workers: number): Promise<void> {
  const prompts = amount(3_000, 100);
  const followed = await followEnds(farm);
  const run = async (
    what: string,
    graph: (number: number) => Graph,
  ): Promise<readonly (string | number)[]> => {
    const [calls, processor] = [await callsOf(client), await processorOf(client)];
    let number = 0;
    const lane = async () => {
      while (number < prompts) {
        const next = number++;
        await runOne(followed, graph(next), { owner: `owner-${next % 5}` });
      }
    };
    const seconds = (await timed(() => Promise.all(Array.from({ length: 64 }, lane)))) / 1_000;
    return [
      what,
      Math.round(prompts / seconds),
      Math.round(((await callsOf(client)) - calls) / prompts),
      (((await processorOf(client)) - processor) * (1_000 / prompts)).toFixed(2),
    ];
  };
  printTable(
    `${prompts} prompts, 64 at a time, ${workers} workers`,
    ["", "prompts a second", "commands of Redis per prompt", "ms of the processor of Redis per prompt"],
    [
      await run("the same for all", graphOf),
      await run("300 LoRAs", graphWithLora),
      await run("the same, after 300 LoRAs", graphOf),
    ],
  );
}

async function eventRate({ farm }: Farm): Promise<void> {
  const steps = amount(50_000, 500);
  const { events, ended } = await followEnds(farm);
  const promptId = randomUUID();
  const end = ended(promptId);
  const seconds =
    (await timed(async () => {
      await farm.submit({ promptId, graph: graphOf(1, steps) });
      await end;
    })) / 1_000;
  printTable(
    `${steps} events of one prompt`,
    ["events that arrived", "a second"],
    [[events(), Math.round(events() / seconds)]],
  );
}

async function memory({ farm }: Farm, client: Redis): Promise<void> {
  const prompts = amount(2_000, 50);
  const before = await memoryOf(client);
  for (let number = 0; number < prompts; number++) {
    const promptId = randomUUID();
    const record = usualRecord(promptId);
    await farm.submit({ promptId, graph: usualGraph(number), record, owner: `owner-${number % 20}` });
  }
  printTable(
    `${prompts} prompts that wait`,
    ["bytes of Redis for each"],
    [[Math.round(((await memoryOf(client)) - before) / prompts)]],
  );
}

export async function run(): Promise<void> {
  if (!hasRedis()) {
    printSkipped("queue", "redis-server is not installed");
    return;
  }
  const redis = await startRedis();
  process.env["REDIS_URL"] = redis.url;
  const workers: Child<"ready">[] = [];
  try {
    await inFolder(async (folder) => {
      for (const name of ["first", "second"])
        workers.push(await start(import.meta.url, "./worker.js", [folder, prefix, name]));
      const farm = await openFarm(folder, prefix);
      await memory(farm, redis.client);
      await latency(farm);
      await throughput(farm, redis.client, workers.length);
      await eventRate(farm);
      await farm.close();
    });
  } finally {
    for (const worker of workers) worker.kill();
    delete process.env["REDIS_URL"];
    await redis.close();
  }
}
