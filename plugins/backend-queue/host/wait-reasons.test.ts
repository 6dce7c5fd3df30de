// Why the prompts of a queue wait, as far as the workers have said what they have.

import { expect, it } from "vitest";
import type { Catalog, ExtensionRequirement } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/host/testing";
import { keysOf } from "../redis/keys.js";
import type { Session } from "../base/session.js";
import { createWaitReason, readWaits } from "./wait-reasons.js";
import type { KnownWorker, WorkerCatalogs, Workers } from "./workers.js";

const catalogOf = (...names: readonly string[]): Catalog =>
  new Map(names.map((name) => [name, { name, inputs: [], outputs: [], isOutput: true }]));

interface Farm {
  readonly paused?: boolean;
  readonly workers?: readonly KnownWorker[];
  readonly catalogs?: ReadonlyMap<string, Catalog>;
  readonly requires?: readonly ExtensionRequirement[];
}

const worker = (name: string, more: Partial<KnownWorker> = {}): KnownWorker => ({
  record: { name, state: "ready", running: 0, loaded: [], ended: 0, lost: 0, modelSwitches: 0 },
  isAlive: true,
  isDraining: false,
  ...more,
});

async function waitOn({ paused = false, workers = [], catalogs, requires = [] }: Farm) {
  const needs = { needs: { classes: ["SaveImage"], choices: [] }, requires, models: [] };
  const session = {
    keys: keysOf("pictor"),
    connection: { all: () => Promise.resolve([paused ? 1 : 0, JSON.stringify(needs)]) },
  } as unknown as Session;
  const described = {
    list: () => Promise.resolve(workers),
    catalogs: () =>
      catalogs === undefined
        ? Promise.reject(new Error("no worker has a catalog"))
        : Promise.resolve({ each: catalogs } as WorkerCatalogs),
    extensions: () => Promise.reject(new Error("its list is gone")),
  };
  return (await readWaits(["q"], { ...session, workers: described })).get("q");
}

it("of a paused queue nothing else is asked", async () => {
  expect(await waitOn({ paused: true })).toEqual({
    why: "paused",
    detail: "the backend is paused, and no member gets prompts",
  });
});

it("there is no worker, or none that has what they need", async () => {
  expect(await waitOn({})).toMatchObject({
    why: "unreachable",
    detail: "there is no member that could run it",
  });
  const catalogs = new Map([["gpu-1", catalogOf("LoadImage")]]);
  expect(await waitOn({ workers: [worker("gpu-1")], catalogs })).toEqual({
    why: "unable",
    detail: "gpu-1 lacks the class SaveImage",
  });
});

it("a worker that gives no sign is not one that is drained", async () => {
  const catalogs = new Map([["gpu-1", catalogOf("SaveImage")]]);
  const of = async (more: Partial<KnownWorker>) =>
    (await waitOn({ workers: [worker("gpu-1", more)], catalogs }))?.why;
  expect([await of({}), await of({ isDraining: true }), await of({ isAlive: false })]).toEqual([
    "turn",
    "draining",
    "unreachable",
  ]);
});

it("workers that have not said yet what they have are no reason to list nothing", async () => {
  const { record } = worker("gpu-1");
  const fresh = worker("gpu-1", { record: { ...record, state: "unchecked" } });
  expect(await waitOn({ workers: [fresh] })).toEqual({
    why: "unreachable",
    detail: "the members that can run it get no prompts: gpu-1 (no answer yet)",
  });
});

it("a worker whose extensions cannot be read is not one that lacks them", async () => {
  const catalogs = new Map([["gpu-1", catalogOf("SaveImage")]]);
  const requires = [{ id: "owner/name", range: "^1.0.0", nodeClasses: [] }];
  expect((await waitOn({ workers: [worker("gpu-1")], catalogs, requires }))?.why).toBe("turn");
});

function reasonOn(catalogs: Workers["catalogs"]) {
  const asked = { lists: 0, sets: 0 };
  const clock = createFakeClock();
  const needs = JSON.stringify({ needs: { classes: ["SaveImage"], choices: [] }, requires: [], models: [] });
  const session = {
    clock,
    keys: keysOf("pictor"),
    connection: { all: () => Promise.resolve([asked.sets++ < 0 ? 1 : 0, needs]) },
  } as unknown as Session;
  let isDraining = true;
  const workers = {
    list: () => Promise.resolve(asked.lists++ < 0 ? [] : [worker("gpu-1", { isDraining })]),
    catalogs,
  } as unknown as Workers;
  const resume = () => (isDraining = false);
  return { asked, clock, resume, reason: createWaitReason({ ...session, workers }) };
}
const noCatalog = () => Promise.reject(new Error("no worker has a catalog"));

it("the sets of many prompts are judged by one list of the workers", async () => {
  const { asked, reason } = reasonOn(noCatalog);
  const found = await Promise.all(["a", "b", "a"].map((set) => reason(set)));
  expect(found.map((wait) => wait?.why)).toEqual(["draining", "draining", "draining"]);
  expect(asked).toEqual({ lists: 1, sets: 2 });
});

it("no reason is older than five seconds, whenever its set was asked for", async () => {
  const { clock, reason, resume } = reasonOn(noCatalog);
  await reason("a");
  resume();
  await clock.advance(4_999);
  expect((await reason("b"))?.why).toBe("draining");
  await clock.advance(1);
  expect((await reason("b"))?.why).toBe("turn");
});

it("a store that does not answer leaves the reason unknown", async () => {
  const { clock, reason } = reasonOn(() => new Promise(() => undefined));
  const found = reason("a");
  await clock.advance(1_000);
  expect(await found).toBeUndefined();
});
