// A queue over a local Redis, with backends that do nothing: what it adds to a prompt, how many prompts and events go through it, and what a
// prompt that waits costs Redis.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { amount, median } from "../measure.mjs";
import { start } from "../processes.mjs";
import { printTable } from "../table.mjs";
import { graphOf, openFarm } from "./farm.mjs";
import { hasRedis, startRedis } from "./redis-server.mjs";

const prefix = "bench";

/** Resolves, for each prompt, when its end was told. */
async function followEnds(backend) {
  const waiting = new Map();
  let events = 0;
  await backend.events((event) => {
    events++;
    if (event.type !== "ended") return;
    waiting.get(event.promptId)?.();
    waiting.delete(event.promptId);
  });
  return {
    events: () => events,
    ended: (promptId) => new Promise((resolve) => waiting.set(promptId, resolve)),
  };
}

/** Milliseconds from the submission to the record, as a job sees it. */
async function timeOf(backend, ends, number) {
  const promptId = randomUUID();
  const started = performance.now();
  const ended = ends.ended(promptId);
  await backend.submit({ promptId, graph: graphOf(number), owner: "bench" });
  await ended;
  const { state } = await backend.state(promptId);
  if (state !== "succeeded") throw new Error(`the prompt is ${state}`);
  return performance.now() - started;
}

async function latency({ farm, nothing }) {
  const times = { nothing: [], farm: [] };
  const ends = { nothing: await followEnds(nothing), farm: await followEnds(farm) };
  for (let number = 0; number < amount(300, 20); number++) {
    times.nothing.push(await timeOf(nothing, ends.nothing, number));
    times.farm.push(await timeOf(farm, ends.farm, number));
  }
  const [bare, queued] = [median(times.nothing), median(times.farm)];
  const sorted = [...times.farm].sort((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)];
  printTable(
    "One prompt after another, from its submission to its record (ms)",
    ["", "p50", "p95", "added at p50"],
    [
      ["the backend alone", bare.toFixed(2), "", ""],
      ["through the queue", queued.toFixed(2), p95.toFixed(2), (queued - bare).toFixed(2)],
    ],
  );
}

const callsOf = async (client) => {
  const text = await client.info("commandstats");
  return [...text.matchAll(/^cmdstat_(?!info|ping|client)[^:]+:calls=(\d+)/gm)].reduce(
    (sum, [, calls]) => sum + Number(calls),
    0,
  );
};

/** Seconds of the processor that Redis has used. */
const processorOf = async (client) => {
  const text = await client.info("cpu");
  return [...text.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)].reduce(
    (sum, [, one]) => sum + Number(one),
    0,
  );
};

async function throughput({ farm }, client, workers) {
  const prompts = amount(3_000, 100);
  const ends = await followEnds(farm);
  const before = await callsOf(client);
  const processorBefore = await processorOf(client);
  const started = performance.now();
  let number = 0;
  const lane = async () => {
    while (number < prompts) {
      const promptId = randomUUID();
      const ended = ends.ended(promptId);
      await farm.submit({ promptId, graph: graphOf(number++), owner: `owner-${number % 5}` });
      await ended;
      await farm.state(promptId);
    }
  };
  await Promise.all(Array.from({ length: 64 }, lane));
  const seconds = (performance.now() - started) / 1_000;
  printTable(
    `${prompts} prompts, 64 at a time, ${workers} workers`,
    ["prompts a second", "commands of Redis per prompt", "ms of the processor of Redis per prompt"],
    [
      [
        Math.round(prompts / seconds),
        Math.round(((await callsOf(client)) - before) / prompts),
        (((await processorOf(client)) - processorBefore) * (1_000 / prompts)).toFixed(2),
      ],
    ],
  );
}

async function eventRate({ farm }) {
  const steps = amount(50_000, 500);
  const ends = await followEnds(farm);
  const promptId = randomUUID();
  const ended = ends.ended(promptId);
  const started = performance.now();
  await farm.submit({ promptId, graph: graphOf(1, steps) });
  await ended;
  const seconds = (performance.now() - started) / 1_000;
  printTable(
    `${steps} events of one prompt`,
    ["events that arrived", "a second"],
    [[ends.events(), Math.round(ends.events() / seconds)]],
  );
}

/** A graph of usual size, with texts that are different each time. */
const usualGraph = (number) => ({
  4: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "sd_xl_base_1.0.safetensors" } },
  5: { class_type: "EmptyLatentImage", inputs: { width: 1024, height: 1024, batch_size: 1 } },
  6: {
    class_type: "CLIPTextEncode",
    inputs: { text: `a lighthouse at dusk, ${randomUUID()}, ${randomUUID()}`, clip: ["4", 1] },
  },
  7: { class_type: "CLIPTextEncode", inputs: { text: "blurry, low quality", clip: ["4", 1] } },
  3: {
    class_type: "KSampler",
    inputs: {
      seed: number * 7_919,
      steps: 30,
      cfg: 7,
      sampler_name: "dpmpp_2m",
      scheduler: "karras",
      denoise: 1,
      model: ["4", 0],
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["5", 0],
    },
  },
  8: { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["4", 2] } },
  9: { class_type: "SaveImage", inputs: { filename_prefix: "pictor", images: ["8", 0] } },
});

async function memory({ farm }, client) {
  const prompts = amount(2_000, 50);
  const used = async () => Number(/^used_memory:(\d+)/m.exec(await client.info("memory"))?.[1]);
  const record = (promptId) => ({
    pictor: 1,
    promptId,
    jobId: randomUUID(),
    workflow: "txt2img",
    params: { prompt: "a lighthouse at dusk", steps: 30, width: 1024, height: 1024 },
    features: [],
    seed: "7919",
    batch: 0,
    batches: 1,
    outputs: ["9"],
    prompts: { positive: "a lighthouse at dusk", negative: "" },
    plugins: { "workflow-txt2img": "0.1.0" },
  });
  const before = await used();
  for (let number = 0; number < prompts; number++) {
    const promptId = randomUUID();
    await farm.submit({
      promptId,
      graph: usualGraph(number),
      record: record(promptId),
      owner: `owner-${number % 20}`,
    });
  }
  printTable(
    `${prompts} prompts that wait`,
    ["bytes of Redis for each"],
    [[Math.round(((await used()) - before) / prompts)]],
  );
}

export async function run() {
  if (!hasRedis()) {
    console.log("\nqueue: skipped, because redis-server is not installed");
    return;
  }
  const { Redis } = createRequire(import.meta.url)("ioredis");
  const redis = await startRedis(Redis);
  const folder = mkdtempSync(join(tmpdir(), "pictor-bench-"));
  const before = process.env.REDIS_URL;
  process.env.REDIS_URL = redis.url;
  const workers = [];
  try {
    for (const name of ["first", "second"])
      workers.push(await start(import.meta.url, "./worker.mjs", [folder, prefix, name]));
    const farm = await openFarm(folder, prefix);
    await memory(farm, redis.client);
    await latency(farm);
    await throughput(farm, redis.client, workers.length);
    await eventRate(farm);
    await farm.close();
  } finally {
    for (const worker of workers) worker.kill();
    if (before === undefined) delete process.env.REDIS_URL;
    else process.env.REDIS_URL = before;
    await redis.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
