// Cancelling in every state and at every tick, on backends that answer or hang: it settles, and leaves nothing behind.

import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  createTestPictor,
  settlePromises,
  type TestPictor,
  type TestPictorOptions,
} from "@pictor/host/testing";
import { createFakeBackend, type FakeBackendOptions } from "../../testing/fake-backend.js";
import { fakeConfiguration, fakeWorkflow, inlinePlugin } from "../../testing/fake-plugins.js";
import { warmUpBuild } from "../../testing/job-model-world.js";
import type { Generation, GenerationResult, JobPhase } from "@pictor/kernel";

beforeAll(warmUpBuild);

const open: TestPictor[] = [];
afterEach(async () => {
  // Not awaited, because a test may have left a job that hangs on purpose.
  for (const kernel of open.splice(0)) void kernel.dispose();
  await settlePromises();
});

async function start(options: FakeBackendOptions = {}, plugins: TestPictorOptions["plugins"] = []) {
  const backend = createFakeBackend(options);
  const test = await createTestPictor({
    plugins: [backend, fakeWorkflow, ...plugins],
    configuration: fakeConfiguration,
  });
  open.push(test);
  return { ...test, backend };
}

/** The result if it is available within a few turns, without advancing the clock. */
async function resultNow(generation: Generation): Promise<GenerationResult | "hangs"> {
  let result: GenerationResult | "hangs" = "hangs";
  void generation.result.then((value) => (result = value));
  for (let turn = 0; turn < 5; turn++) await settlePromises();
  return result;
}

async function untilState(generation: Generation, state: JobPhase): Promise<void> {
  for await (const event of generation.events) if (event.type === "job" && event.state === state) return;
}
const byCaller = { status: "interrupted", by: "caller" };
const hang = () => new Promise(() => undefined);
const blocking = (hook: string, more = {}) =>
  inlinePlugin("a-checker", [{ hook, handler: "hang", ...more }], { hang });

describe("a cancel in the state", () => {
  it.each<[JobPhase, FakeBackendOptions, TestPictorOptions["plugins"]]>([
    ["building", {}, [blocking("buildWorkflow", { phase: "refine" })]],
    ["gating", {}, [blocking("beforeFirstBatch")]],
    ["queued", { fate: "queued" }, []],
    ["running", { fate: "running" }, []],
    ["fetching", {}, [blocking("afterOutput")]],
  ])("%s ends the job as interrupted by the caller", async (state, options, plugins) => {
    const { pictor, clock, backend } = await start(options, plugins);
    const generation = pictor.generate({ workflow: "fake" });
    await untilState(generation, state);
    await settlePromises();
    void generation.cancel();
    // A handler may still save a file that it has read completely.
    await clock.advance(state === "fetching" ? 2_000 : 0);
    expect(await resultNow(generation)).toMatchObject(byCaller);
    expect(backend.calls.filter((name) => name === "cancel")).toHaveLength(
      state === "queued" || state === "running" ? 1 : 0,
    );
    expect([clock.pending(), backend.listening()]).toEqual([0, 0]);
  });

  it("ended changes nothing", async () => {
    const { pictor, clock, backend } = await start();
    const generation = pictor.generate({ workflow: "fake" });
    await clock.advance(0);
    const result = await generation.result;
    expect(await generation.cancel()).toBe(result);
    expect(backend.calls).not.toContain("cancel");
  });
});

describe("a cancel while the backend hangs", () => {
  it.each(["open", "info", "catalog", "events"] as const)("in %s settles", async (call) => {
    const { pictor, clock, backend } = await start({ hanging: [call] });
    const generation = pictor.generate({ workflow: "fake" });
    await settlePromises();
    expect(backend.calls.at(-1)).toBe(call);
    void generation.cancel();
    expect(await resultNow(generation)).toMatchObject(byCaller);
    // Other jobs may wait for the same opening, so its limit outlasts this job.
    expect(clock.pending()).toBe(call === "open" ? 1 : 0);
  });

  it("in open of an attached prompt settles after a time, and says that the prompt may go on", async () => {
    const { pictor, clock, backend } = await start({ hanging: ["open"] });
    const generation = pictor.attach({ promptId: "p" });
    await settlePromises();
    expect(backend.calls).toEqual(["open"]);
    void generation.cancel();
    expect(await resultNow(generation)).toBe("hangs");
    await clock.advance(10_000);
    expect(await resultNow(generation)).toMatchObject({
      ...byCaller,
      problems: [
        {
          code: "BACKEND_CANCEL_UNCONFIRMED",
          message: expect.stringContaining("could not be opened in time"),
        },
      ],
    });
  });

  it("in state settles after the time in which the record could have shown the ending", async () => {
    const { pictor, clock, backend } = await start({ hanging: ["state"] });
    const generation = pictor.generate({ workflow: "fake" });
    await settlePromises();
    expect(backend.calls.at(-1)).toBe("state");
    void generation.cancel();
    await clock.advance(60_000);
    expect(await resultNow(generation)).toMatchObject(byCaller);
    expect(clock.pending()).toBe(0);
  });
});

it("a cancel that the backend acknowledges without effect settles after 20 seconds, and says so", async () => {
  const { pictor, clock } = await start({ fate: "running", ignoresInterrupts: true });
  const generation = pictor.generate({ workflow: "fake" });
  await untilState(generation, "running");
  void generation.cancel();
  await clock.advance(15_000);
  expect(await resultNow(generation)).toBe("hangs");
  await clock.advance(5_000);
  const reason = expect.stringMatching(/acknowledged the cancellation.*still running after 20 s/) as string;
  expect(await resultNow(generation)).toMatchObject({
    ...byCaller,
    problems: [{ code: "BACKEND_CANCEL_UNCONFIRMED", message: reason }],
  });
});

describe("an abort at every tick", () => {
  const ticks = 40;

  it.each<[string, JobPhase, FakeBackendOptions]>([
    ["of a job that would finish, from its start", "building", {}],
    ["of a job that would finish, from its validation", "validating", {}],
    ["of a job that stays queued", "validating", { fate: "queued" }],
    ["of a job that keeps running", "validating", { fate: "running" }],
    ["of a job that would fail", "validating", { fate: "failed" }],
  ])("%s", async (_name, from, options) => {
    const states = new Set<string>();
    for (let tick = 0; tick < ticks; tick++) {
      const { pictor, clock, backend } = await start(options);
      const controller = new AbortController();
      const generation = pictor.generate({ workflow: "fake", signal: controller.signal });
      await untilState(generation, from);
      for (let turn = 0; turn < tick; turn++) await Promise.resolve();
      states.add(backend.calls.at(-1) ?? "none");
      controller.abort(new Error("stopped"));
      const result = await resultNow(generation);
      const at = `after an abort at tick ${tick}, behind ${backend.calls.join(" ")}`;
      expect(result, `hangs ${at}`).not.toBe("hangs");
      if (options.fate === "queued" || options.fate === "running") expect(result, at).toMatchObject(byCaller);
      const left = [...backend.prompts.values()].filter(
        ({ state }) => state === "queued" || state === "running",
      );
      expect(left, `left on the server ${at}`).toEqual([]);
      expect([clock.pending(), backend.listening()], `left here ${at}`).toEqual([0, 0]);
    }
    if (from === "validating") expect([...states]).toEqual(expect.arrayContaining(["events", "submit"]));
  });

  it("before the start", async () => {
    const { pictor, backend } = await start();
    const generation = pictor.generate({ workflow: "fake", signal: AbortSignal.abort() });
    expect(await resultNow(generation)).toMatchObject(byCaller);
    expect(backend.calls).not.toContain("submit");
  });
});

describe("two jobs on one backend", () => {
  it("pass the gate one at a time", async () => {
    let inside = 0;
    let most = 0;
    const check = async () => {
      most = Math.max(most, ++inside);
      await settlePromises();
      inside--;
    };
    const { pictor, clock } = await start({}, [
      inlinePlugin("a-checker", [{ hook: "beforeFirstBatch", handler: "check" }], { check }),
    ]);
    const jobs = [1, 2, 3].map(() => pictor.generate({ workflow: "fake" }));
    await clock.advance(0);
    await clock.advance(0);
    expect((await Promise.all(jobs.map(({ result }) => result))).map(({ status }) => status)).toEqual([
      "finished",
      "finished",
      "finished",
    ]);
    expect(most).toBe(1);
  });

  it("the one that waits for the other's gate can be cancelled at once", async () => {
    const { pictor } = await start({}, [blocking("beforeFirstBatch")]);
    pictor.generate({ workflow: "fake" });
    const second = pictor.generate({ workflow: "fake" });
    await settlePromises();
    void second.cancel();
    expect(await resultNow(second)).toMatchObject(byCaller);
  });
});

describe("disposing the kernel", () => {
  it("ends its jobs, closes its backends and leaves no timer", async () => {
    const { pictor, backend, clock, dispose } = await start({ fate: "running" });
    const generation = pictor.generate({ workflow: "fake" });
    await untilState(generation, "running");
    await dispose();
    expect(await generation.result).toMatchObject(byCaller);
    expect(backend.calls.slice(-1)).toEqual(["close"]);
    expect([clock.pending(), backend.listening()]).toEqual([0, 0]);
  });

  it("settles while a backend hangs", async () => {
    const { pictor, dispose } = await start({ hanging: ["open"] });
    pictor.generate({ workflow: "fake" });
    await settlePromises();
    const done: string[] = [];
    void dispose().then(() => done.push("disposed"));
    for (let turn = 0; turn < 30; turn++) await settlePromises();
    expect(done).toEqual(["disposed"]);
  });

  it("refuses new work", async () => {
    const { pictor, dispose } = await start();
    await dispose();
    const { events, result } = pictor.generate({ workflow: "fake" });
    expect(await result).toMatchObject({ status: "failed", error: { code: "KERNEL_DISPOSED" }, outputs: [] });
    const types: string[] = [];
    for await (const { type } of events) types.push(type);
    expect(types).toEqual(["error", "job"]);
    expect(await pictor.attach({ promptId: "p" }).result).toMatchObject({ status: "failed" });
    await expect(pictor.send({ url: "http://127.0.0.1:1/" })).rejects.toMatchObject({
      code: "KERNEL_DISPOSED",
    });
    await expect(pictor.openBackend("studio")).rejects.toMatchObject({ code: "KERNEL_DISPOSED" });
  });
});
