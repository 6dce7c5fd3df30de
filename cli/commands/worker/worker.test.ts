// `pictor worker` with a queue whose events the test reports.

import { EventEmitter } from "node:events";
import { fault, type WorkEvent } from "@pictor/kernel";
import {
  createFakeClock,
  fakeMembers,
  fakeWork,
  idleMember,
  settlePromises,
  type FakeWork,
} from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { createBackendFixture, type CommandRun } from "../../testing/backend-fixture.js";
import { healthReply } from "./health-server.js";
import { worker } from "./run-worker.js";
import { runWork } from "./work.js";
import { watchWorkerSignals } from "./worker-signals.js";
import { notReady, startingWorker, workerStateAfter } from "./worker-state.js";
import { fakeStreams } from "../../testing/fake-streams.js";
import { ending } from "../../testing/ending.js";

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

const plan = { backend: "box", queue: "studio", name: "gpu-1" };
const lost = fault("BACKEND_UNREACHABLE", { url: "http://gpu-1:8188/", reason: "refused" });
const events: readonly WorkEvent[] = [
  {
    type: "warning",
    problem: { code: "QUEUE_NOT_DURABLE", message: "Redis keeps nothing on disk.", hint: "Set it." },
  },
  { type: "ready" },
  { type: "resumed", promptId: "p0" },
  { type: "began", promptId: "p1", owner: "anna" },
  { type: "connection", state: "lost" },
  { type: "connection", state: "open" },
  { type: "server", state: "unreachable" },
  { type: "server", state: "ready" },
  { type: "ended", promptId: "p0", as: "succeeded", durationMs: 12_345 },
  { type: "ended", promptId: "p1", as: "lost", durationMs: 400, error: lost },
];

interface Run {
  readonly ran: Promise<CommandRun>;
  readonly process: FakeProcess;
  readonly clock: ReturnType<typeof createFakeClock>;
}

async function start(
  queue: FakeWork,
  more: object = {},
  options: { readonly json?: true } = {},
): Promise<Run> {
  const { run } = await createBackendFixture({ work: queue.facet, members: fakeMembers().facet });
  const process = new FakeProcess();
  const signals = watchWorkerSignals(process);
  const clock = createFakeClock();
  const ran = run(
    ({ kernel, terminal }) => runWork(kernel, { ...plan, ...more }, { terminal, signals, clock }),
    options,
  );
  return { ran, process, clock };
}

describe("a worker", () => {
  it("works with the backend until it is drained, and writes a line for each event", async () => {
    const queue = fakeWork();
    const { ran, process } = await start(queue);
    const { backend, options } = await queue.given;
    expect((await backend.info()).title).toBe("Fake server");
    expect(options.name).toBe("gpu-1");
    for (const event of events) options.report(event);
    process.emit("SIGTERM");
    expect([options.drain.aborted, options.signal.aborted]).toEqual([true, false]);
    options.report({ type: "draining", running: 1 });
    queue.end();
    const { code, out, err } = await ran;
    expect({ code, out }).toEqual({ code: 0, out: "" });
    const lines = err.trimEnd().split("\n");
    expect(lines.map((line) => line.replace(/^\S+Z /, ""))).toEqual([
      "gpu-1 works for studio with box; Ctrl-C drains it.",
      "warning: Redis keeps nothing on disk. Set it. (QUEUE_NOT_DURABLE)",
      "The worker takes prompts.",
      "resumed p0, which an earlier process of this worker had begun",
      "began p1 for anna",
      "The connection to the queue is lost; results wait until it is back.",
      "The connection to the queue is open.",
      "The worker takes no prompts until its server can be used.",
      "The server can be used again.",
      "ended p0 as succeeded after 12.3 s",
      `ended p1 as lost after 0.4 s: ${lost.what} (BACKEND_UNREACHABLE)`,
      "The worker takes no further prompts, and ends after 1 running prompt. A second signal ends it at once.",
    ]);
  });

  it("writes records with --json", async () => {
    const queue = fakeWork();
    const { ran } = await start(queue, {}, { json: true });
    for (const event of events) (await queue.given).options.report(event);
    queue.end();
    const { records } = await ran;
    expect(records).toMatchObject([
      { type: "work", event: "opened", worker: "gpu-1", queue: "studio", backend: "box" },
      { event: "warning", problem: { code: "QUEUE_NOT_DURABLE" } },
      { event: "ready" },
      { event: "resumed", promptId: "p0" },
      { event: "began", promptId: "p1", owner: "anna" },
      { event: "connection", state: "lost" },
      { event: "connection", state: "open" },
      { event: "server", state: "unreachable" },
      { event: "server", state: "ready" },
      { event: "ended", promptId: "p0", as: "succeeded", durationMs: 12_345 },
      { event: "ended", promptId: "p1", as: "lost", error: { code: "BACKEND_UNREACHABLE" } },
    ]);
  });

  it("ends at once with the second signal, of whatever kind", async () => {
    const queue = fakeWork();
    const { ran, process } = await start(queue);
    const { options } = await queue.given;
    process.emit("SIGTERM");
    process.emit("SIGINT");
    expect(options.signal.aborted).toBe(true);
    queue.end(options.signal.reason as Error);
    expect(await ran).toMatchObject(ending(130, "Stopped at once. The server continues"));
  });

  it("does not wait longer than three seconds for a queue that does not end", async () => {
    const { ran, process, clock } = await start(fakeWork());
    await settlePromises();
    while (process.listenerCount("SIGTERM") === 0) await settlePromises();
    process.emit("SIGTERM");
    process.emit("SIGTERM");
    while (clock.pending() === 0) await settlePromises();
    await clock.advance(3000);
    expect((await ran).code).toBe(130);
    process.emit("SIGTERM");
    expect(process.exits).toEqual([130]);
  });

  it("ends with the error of the queue, such as a name that is taken", async () => {
    const queue = fakeWork();
    const { ran } = await start(queue);
    await queue.given;
    queue.end(fault("BACKEND_UNREACHABLE", { url: "redis://farm:6379", reason: "refused" }));
    expect((await ran).code).toBe(3);
  });

  it.each([
    [{ queue: "box" }, "box (plain) is not a queue that a worker could work for."],
    [{ backend: "studios" }, 'There is no backend "studios"'],
    [{ queue: "farms" }, 'There is no backend "farms"'],
  ])("refuses %j: %s", async (more, what) => {
    const { ran } = await start(fakeWork(), more);
    expect(await ran).toMatchObject(ending(2, what));
  });

  it("refuses a pool of which the queue is a member", async () => {
    const members = fakeMembers({ members: [idleMember("studio")] });
    const { run } = await createBackendFixture(
      { work: fakeWork().facet, members: members.facet },
      { studio: { kind: "managed" }, pool: { kind: "managed" } },
    );
    expect(
      await run(({ kernel, terminal }) =>
        runWork(
          kernel,
          { ...plan, backend: "pool" },
          { terminal, signals: watchWorkerSignals(new FakeProcess()), clock: createFakeClock() },
        ),
      ),
    ).toMatchObject(ending(2, "pool has the queue studio as a member"));
  });

  it("says what is missing before any configuration is read", async () => {
    const streams = fakeStreams();
    const code = await worker({}, { globals: {}, streams, signals: new FakeProcess() });
    expect(code).toBe(2);
    expect(streams.written.err).toContain("--backend is missing.");
  });
});

describe("the health address", () => {
  it("replies over HTTP while the worker works", async () => {
    const queue = fakeWork();
    const { ran } = await start(queue, { health: { host: "127.0.0.1", port: 0 } }, { json: true });
    const { options } = await queue.given;
    options.report({ type: "ready" });
    for (const event of events) options.report(event);
    queue.end();
    const listening = (await ran).records.find((record) => JSON.stringify(record).includes("listening"));
    expect(listening).toMatchObject({
      event: "listening",
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
    });
  });

  const source = (state = startingWorker) => ({
    notReady: () => notReady(state),
    metrics: async () => "a 1\n",
  });
  const ready = workerStateAfter(startingWorker, { type: "ready" });
  const unconnected = workerStateAfter(ready, { type: "connection", state: "lost" });
  const serverless = workerStateAfter(ready, { type: "server", state: "unreachable" });
  const served = workerStateAfter(serverless, { type: "server", state: "ready" });
  const drained = workerStateAfter(ready, { type: "draining", running: 1 });
  it.each([
    ["GET", "/healthz", startingWorker, 200, "The worker runs.\n"],
    ["GET", "/readyz", startingWorker, 503, "The worker is starting.\n"],
    ["GET", "/readyz?verbose", ready, 200, "The worker takes prompts.\n"],
    ["GET", "/readyz", unconnected, 503, "The connection to the queue is lost.\n"],
    ["GET", "/readyz", serverless, 503, "The server of the worker cannot be used.\n"],
    ["GET", "/readyz", served, 200, "The worker takes prompts.\n"],
    ["GET", "/readyz", drained, 503, "The worker takes no further prompts.\n"],
    ["HEAD", "/metrics", ready, 200, "a 1\n"],
    ["GET", "/", ready, 404, "There are /healthz, /readyz and /metrics.\n"],
    ["POST", "/healthz", ready, 405, "Only GET and HEAD are supported here.\n"],
  ])("%s %s", async (method, path, state, status, body) => {
    expect(await healthReply(method, path, source(state))).toMatchObject({ status, body });
  });

  it("a drained worker that reports to be ready again stays drained", () => {
    expect(workerStateAfter(drained, { type: "ready" }).phase).toBe("draining");
  });
});
