// A pool: what it adds to a prompt, how busy it keeps four servers, and how often it makes them load models.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { amount, median, ratio, takeTurns } from "../measure.mjs";
import { importBundle, importPackage } from "../packages.mjs";
import { quiet, start } from "../processes.mjs";
import { printTable } from "../table.mjs";
import { graphOf, nothingPlugin } from "../queue/farm.mjs";

const rounds = amount(5);
const jobs = amount(1000, 40);
const perRound = amount(1000, 20);
const stepMs = 10;
const names = ["one", "two", "three", "four"];

async function openPictor(folder, backends, plugins = []) {
  const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
  const configuration = await loadConfiguration({ directory: folder, flags: { backends } });
  return createPictor({ configuration, plugins });
}

/** Resolves, for each prompt, when its end was told. */
async function followEnds(backend) {
  const waiting = new Map();
  await backend.events((event) => {
    if (event.type !== "ended") return;
    waiting.get(event.promptId)?.();
    waiting.delete(event.promptId);
  });
  return (promptId) => new Promise((resolve) => waiting.set(promptId, resolve));
}

async function runOne(backend, ended, graph) {
  const promptId = randomUUID();
  const end = ended(promptId);
  await backend.submit({ promptId, graph, record: { promptId } });
  await end;
  const { state } = await backend.state(promptId);
  if (state !== "succeeded") throw new Error(`the prompt is ${state}`);
}

/** One prompt after another on a member that does nothing, and through a pool over that member. */
async function measureOverhead(folder) {
  const backends = { farm: { kind: "pool", members: ["nothing"] }, nothing: { kind: "nothing" } };
  const pictor = await openPictor(folder, backends, [nothingPlugin]);
  let number = 0;
  const variantOf = async (name) => {
    const { backend } = await pictor.openBackend(name);
    const ended = await followEnds(backend);
    return async () => {
      const started = performance.now();
      for (let count = 0; count < perRound; count++) await runOne(backend, ended, graphOf(number++));
      return (performance.now() - started) / perRound;
    };
  };
  const variants = { member: await variantOf("nothing"), pool: await variantOf("farm") };
  await variants.pool();
  const { member, pool } = await takeTurns(variants, rounds);
  await pictor.dispose();
  const added = median(pool.map((ms, round) => ms - member[round]));
  return [
    ["the member alone", `${median(member).toFixed(3)} ms`, ""],
    ["through the pool", `${median(pool).toFixed(3)} ms`, `+${added.toFixed(3)} ms`],
  ];
}

/** Four servers in processes of their own, whose prompts take some milliseconds. */
const startServers = () =>
  Promise.all(names.map(() => start(import.meta.url, "./server.mjs", [String(stepMs)], quiet)));

/** A thousand prompts at once: in the own queues of four servers, a quarter each, and in the queue of a pool over them. */
async function measureThroughput(folder) {
  const { exampleGraph } = await importPackage("@pictor/backend-embedded/testing");
  const servers = await startServers();
  const members = Object.fromEntries(
    names.map((name, index) => [name, { kind: "remote", baseUrl: servers[index].hello }]),
  );
  const pictor = await openPictor(folder, { farm: { kind: "pool", members: names }, ...members });
  let seed = 0;
  const graph = () => exampleGraph({ seed: seed++, steps: 1, width: 16, height: 16 });
  const run = async (open) => {
    const backends = await Promise.all(open.map((name) => pictor.openBackend(name)));
    const pairs = await Promise.all(
      backends.map(async ({ backend }) => [backend, await followEnds(backend)]),
    );
    await Promise.all(pairs.map(([backend, ended]) => runOne(backend, ended, graph())));
    return async () => {
      const started = performance.now();
      const all = Array.from({ length: jobs }, (_, index) => {
        const [backend, ended] = pairs[index % pairs.length];
        return runOne(backend, ended, graph());
      });
      await Promise.all(all);
      return performance.now() - started;
    };
  };
  const variants = { direct: await run(names), pool: await run(["farm"]) };
  const { direct, pool } = await takeTurns(variants, rounds);
  await pictor.dispose();
  for (const server of servers) server.end();
  const rate = (times) => `${Math.round((jobs * 1000) / median(times))} a second`;
  return [
    ["in the queues of the servers", rate(direct), ""],
    ["in the queue of the pool", rate(pool), `${ratio(pool, direct).toFixed(2)} x the time`],
  ];
}

async function measureSwitches() {
  const { fewestSwitches, mixedLoad, roundRobin, runLoad, waitsOf } =
    await importBundle("pool/mixed-load.ts");
  const loads = Array.from({ length: amount(30, 2) }, (_, index) =>
    mixedLoad(240, (index + 1) * 7_919).map((prompt) => ({ ...prompt, atMs: 0 })),
  );
  const measured = loads.map((load) => {
    const [own, plain, fair] = [
      runLoad(load, 4),
      runLoad(load, 4, roundRobin),
      runLoad(load, 4, roundRobin, 0),
    ];
    const best = fewestSwitches(load, 4);
    const shares = waitsOf(load, fair);
    const waits = (result) =>
      Math.max(...[...waitsOf(load, result)].map(([owner, ms]) => ms / shares.get(owner)));
    return {
      own: own.switches / best,
      plain: plain.switches / best,
      wait: waits(own),
      plainWait: waits(plain),
    };
  });
  const of = (key) => measured.map((one) => one[key]);
  return [
    ["plain turns", `${median(of("plain")).toFixed(1)} x`, `${Math.max(...of("plainWait")).toFixed(2)} x`],
    ["the pool", `${median(of("own")).toFixed(2)} x`, `${Math.max(...of("wait")).toFixed(2)} x`],
  ];
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "pictor-bench-pool-"));
  try {
    printTable("one prompt after another", ["", "a prompt", "added"], await measureOverhead(folder));
    printTable(
      `${jobs} prompts of ${stepMs} ms on four servers`,
      ["", "prompts", "ratio"],
      await measureThroughput(folder),
    );
    printTable(
      "240 prompts of 3 models on 4 members",
      ["", "loads, best = 1 (median)", "wait of an owner, fair share = 1 (worst)"],
      await measureSwitches(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
