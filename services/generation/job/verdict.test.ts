// How a job ends when the server forgets, restarts, stops sending events or stands still: exactly once, with the right reason.

import { describe, expect, it } from "vitest";
import type { Fate } from "../../testing/fake-queue.js";
import { startJob, settleAll } from "../../testing/server-stage.js";
import type { JobEvent } from "@pictor/kernel";

const lost = (why: string, text: RegExp) => ({
  status: "lost",
  error: { code: "JOB_LOST", details: { why, reason: expect.stringMatching(text) } },
});
const finished = { status: "finished", outputs: [{ index: 0 }] };
const statesIn = (events: readonly JobEvent[]) =>
  events.flatMap((event) => (event.type === "job" ? [event.state] : []));

describe("a server that keeps no record of the prompt", () => {
  it.each<[Fate, object]>([
    ["succeeded", finished],
    ["interrupted", { status: "interrupted", by: "server" }],
    ["failed", { status: "failed", error: { code: "NODE_FAILED", details: { reason: "out of paint" } } }],
  ])("%s: the outcome in the messages counts, and a problem reports it", async (fate, ending) => {
    const { server, clock, now } = await startJob();
    server.behavior.keepsHistory = false;
    server.start();
    server.finish(fate);
    await clock.advance(1_500);
    expect(await now()).toBe("goes on");
    await clock.advance(1_000);
    expect(await now()).toMatchObject({ ...ending, problems: [{ code: "JOB_RECORD_MISSING" }] });
  });

  it("and did not report an outcome has evicted it", async () => {
    const { server, clock, now } = await startJob();
    server.behavior.keepsHistory = false;
    server.behavior.reportsOutcome = false;
    server.start();
    server.finish("interrupted");
    await clock.advance(2_500);
    expect(await now()).toMatchObject(lost("evicted", /its record is gone/));
  });

  it("because another client removed it from the queue", async () => {
    const { server, clock, now, promptId } = await startJob();
    server.remove(promptId);
    await clock.advance(4_000);
    expect(await now()).toBe("goes on");
    await clock.advance(4_000);
    expect(await now()).toMatchObject(lost("removed", /removed from the backend's queue/));
  });

  it("because it was restarted loses the job within half a second of its return", async () => {
    const { server, clock, now } = await startJob();
    server.start();
    server.down();
    server.forget();
    await clock.advance(8_000);
    expect(await now()).toBe("goes on");
    server.up();
    await clock.advance(500);
    expect(await now()).toMatchObject(lost("restarted", /it was restarted/));
  });
});

describe("a record that comes late", () => {
  it.each([30, 300, 1_500])("by %i ms is waited for", async (ms) => {
    const { server, clock, now } = await startJob();
    server.behavior.historyDelayMs = ms;
    server.start();
    server.finish("succeeded");
    await clock.advance(2_500);
    expect(await now()).toMatchObject({ ...finished, problems: [] });
    expect(server.calls.filter((name) => name === "state").length).toBeLessThan(10);
  });

  it("is waited for equally long after a message that only seemed to be the last one", async () => {
    const { server, clock, now, promptId } = await startJob();
    server.start();
    await settleAll();
    server.emit({ type: "ended", promptId });
    await clock.advance(1_900);
    server.behavior.historyDelayMs = 300;
    server.finish("succeeded");
    await clock.advance(2_500);
    expect(await now()).toMatchObject({ ...finished, problems: [] });
  });

  it("is waited for when the caller cancels meanwhile, and decides", async () => {
    const { server, clock, now, generation } = await startJob();
    server.behavior.historyDelayMs = 300;
    server.start();
    server.finish("succeeded");
    await settleAll();
    void generation.cancel();
    await clock.advance(1_000);
    expect(await now()).toMatchObject(finished);
  });
});

describe("a server that sends no events", () => {
  it("for ten minutes, while its record says running, is waited for", async () => {
    const { server, clock, now } = await startJob();
    server.start();
    await clock.advance(600_000);
    expect(await now()).toBe("goes on");
    const readings = server.calls.filter((name) => name === "state").length;
    expect(readings).toBeGreaterThan(30);
    expect(readings).toBeLessThan(60);
    server.finish("succeeded");
    expect(await now()).toMatchObject(finished);
  });

  it("each event of the prompt restarts the wait", async () => {
    const { server, clock, promptId } = await startJob();
    server.start();
    await settleAll();
    for (let second = 0; second < 60; second++) {
      server.emit({ type: "progress", promptId, node: "Save", value: second, max: 60 });
      await clock.advance(1_000);
    }
    expect(server.calls).not.toContain("state");
  });

  it("because the connection broke while the run ended: the record is read at the reconnect", async () => {
    const { server, clock, now } = await startJob();
    server.start();
    server.disconnect();
    await settleAll();
    server.finish("succeeded");
    await clock.advance(1_000);
    server.reconnect();
    expect(await now()).toMatchObject({ ...finished, problems: [] });
  });

  it("because its port is closed for 50 seconds does not lose the job", async () => {
    const { server, clock, now } = await startJob();
    server.start();
    server.down();
    server.finish("succeeded");
    await clock.advance(50_000);
    expect(await now()).toBe("goes on");
    server.up();
    expect(await now()).toMatchObject(finished);
  });

  it("and does not answer for a minute loses the job", async () => {
    const { server, clock, now } = await startJob();
    server.start();
    server.down();
    await clock.advance(55_000);
    expect(await now()).toBe("goes on");
    await clock.advance(20_000);
    expect(await now()).toMatchObject(lost("unreachable", /60 s.*connection refused/));
  });
});

describe("a server whose worker is dead", () => {
  it("loses the job after half a minute, and the prompt is revoked", async () => {
    const { server, clock, now } = await startJob();
    server.behavior.isWorkerDead = true;
    await clock.advance(30_000);
    expect(await now()).toBe("goes on");
    await clock.advance(30_000);
    expect(await now()).toMatchObject(lost("stalled", /stands still/));
    expect(server.queue).toEqual([]);
  });

  it("does not count as dead while it runs another prompt", async () => {
    const { stage, server, clock, now } = await startJob();
    server.start();
    const second = await stage.generate();
    await clock.advance(120_000);
    expect([await now(), await second.now()]).toEqual(["goes on", "goes on"]);
  });
});

describe("messages that arrive twice or in the wrong order", () => {
  it("lead to one ending and one output", async () => {
    const { server, clock, now, events, promptId } = await startJob();
    server.start();
    server.emit({ type: "ended", promptId, as: "succeeded" });
    await settleAll();
    server.finish("succeeded");
    server.emit({ type: "ended", promptId, as: "succeeded" });
    server.emit({ type: "started", promptId });
    await clock.advance(3_000);
    expect(await now()).toMatchObject({ ...finished, problems: [] });
    expect(statesIn(events).filter((state) => state === "finished")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "output")).toHaveLength(1);
  });
});

it("a repeated event of an open connection is not a loss, and causes a reading of the record", async () => {
  const { server, now, events } = await startJob();
  server.start();
  await settleAll();
  server.withoutEvents(() => server.finish("succeeded"));
  expect(await now()).toBe("goes on");
  server.emit({ type: "connection", state: "open" });
  expect(await now()).toMatchObject(finished);
  expect(events).not.toContainEqual({ type: "connection", state: "lost" });
});
