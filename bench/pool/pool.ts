// A pool: what it adds to a prompt, how busy it keeps four servers, and how often it makes them load models.

import { exampleGraph } from "@pictor/backend-embedded/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { inFolder } from "../folders.js";
import { added, amount, median, ratio, takeTurns, timed } from "../measure.js";
import { openPictor } from "../open-pictor.js";
import { quiet, start } from "../processes.js";
import { followEnds, runOne } from "../prompts.js";
import { graphOf, nothingPlugin } from "../queue/farm.js";
import { printTable } from "../table.js";
import { fewestSwitches, mixedLoad, roundRobin, runLoad, waitsOf, type LoadResult } from "./mixed-load.js";

const rounds = amount(5);
const jobs = amount(1000, 40);
const perRound = amount(1000, 20);
const stepMs = 10;
const names = ["one", "two", "three", "four"];
const record = { of: "a benchmark" };

/** One prompt after another on a member that does nothing, and through a pool over that member. */
async function measureOverhead(folder: string) {
  const backends = { farm: { kind: "pool", members: ["nothing"] }, nothing: { kind: "nothing" } };
  const pictor = await openPictor(folder, { backends }, { plugins: [nothingPlugin] });
  let number = 0;
  const variantOf = async (name: string) => {
    const followed = await followEnds((await pictor.openBackend(name)).backend);
    return async () => {
      const ms = await timed(async () => {
        for (let count = 0; count < perRound; count++) await runOne(followed, graphOf(number++), { record });
      });
      return ms / perRound;
    };
  };
  const variants = { member: await variantOf("nothing"), pool: await variantOf("farm") };
  await variants.pool();
  const { member, pool } = await takeTurns(variants, rounds);
  await pictor.dispose();
  return [
    ["the member alone", `${median(member).toFixed(3)} ms`, ""],
    ["through the pool", `${median(pool).toFixed(3)} ms`, `+${added(pool, member).toFixed(3)} ms`],
  ];
}

/** Four servers in processes of their own, whose prompts take some milliseconds. */
const startServers = () =>
  Promise.all(
    names.map(() => start<[string]>(import.meta.url, "../embedded-server.js", ["1", String(stepMs)], quiet)),
  );

/** A thousand prompts at once: in the own queues of four servers, a quarter each, and in the queue of a pool over them. */
async function measureThroughput(folder: string) {
  const servers = await startServers();
  const members = Object.fromEntries(
    servers.map(({ hello: [baseUrl] }, index) => [names[index], { kind: "remote", baseUrl }]),
  );
  const backends = { farm: { kind: "pool", members: names }, ...members };
  const pictor = await openPictor(folder, { backends });
  let seed = 0;
  const graph = () => exampleGraph({ seed: seed++, steps: 1, width: 16, height: 16 }) as Graph;
  const variantOf = async (open: readonly string[]) => {
    const followed = await Promise.all(
      open.map(async (name) => followEnds((await pictor.openBackend(name)).backend)),
    );
    await Promise.all(followed.map((each) => runOne(each, graph(), { record })));
    const run = (index: number) => runOne(followed[index % followed.length]!, graph(), { record });
    return () => timed(() => Promise.all(Array.from({ length: jobs }, (_, index) => run(index))));
  };
  const variants = { direct: await variantOf(names), pool: await variantOf(["farm"]) };
  const { direct, pool } = await takeTurns(variants, rounds);
  await pictor.dispose();
  for (const server of servers) server.end();
  const rate = (times: readonly number[]) => `${Math.round((jobs * 1000) / median(times))} a second`;
  return [
    ["in the queues of the servers", rate(direct), ""],
    ["in the queue of the pool", rate(pool), `${ratio(pool, direct).toFixed(2)} x the time`],
  ];
}

function measureSwitches() {
  const loads = Array.from({ length: amount(30, 2) }, (_, index) =>
    mixedLoad(240, (index + 1) * 7_919).map((prompt) => ({ ...prompt, atMs: 0 })),
  );
  const measured = loads.map((load) => {
    const own = runLoad(load, 4);
    const plain = runLoad(load, 4, roundRobin);
    const best = fewestSwitches(load, 4);
    const shares = waitsOf(load, runLoad(load, 4, roundRobin, 0));
    const worstWait = (result: LoadResult) =>
      Math.max(...[...waitsOf(load, result)].map(([owner, ms]) => ms / (shares.get(owner) ?? NaN)));
    return {
      own: own.switches / best,
      plain: plain.switches / best,
      wait: worstWait(own),
      plainWait: worstWait(plain),
    };
  });
  const of = (key: keyof (typeof measured)[number]) => measured.map((one) => one[key]);
  return [
    ["plain turns", `${median(of("plain")).toFixed(1)} x`, `${Math.max(...of("plainWait")).toFixed(2)} x`],
    ["the pool", `${median(of("own")).toFixed(2)} x`, `${Math.max(...of("wait")).toFixed(2)} x`],
  ];
}

export const run = (): Promise<void> =>
  inFolder(async (folder) => {
    printTable("one prompt after another", ["", "a prompt", "added"], await measureOverhead(folder));
    printTable(
      `${jobs} prompts of ${stepMs} ms on four servers`,
      ["", "prompts", "ratio"],
      await measureThroughput(folder),
    );
    printTable(
      "240 prompts of 3 models on 4 members",
      ["", "loads, best = 1 (median)", "wait of an owner, fair share = 1 (worst)"],
      measureSwitches(),
    );
  });
