// How a job ends when the server forgets, restarts, stops sending events or stands still: exactly once, with the right reason.

import { describe, expect, it } from "vitest";
import { startJob, settleAll } from "../../testing/server-stage.js";

const lost = (why: string, text: RegExp) => ({
  status: "lost",
  error: { code: "JOB_LOST", details: { why, reason: expect.stringMatching(text) } },
});
const finished = { status: "finished", outputs: [{ index: 0 }] };

describe("a server that keeps no record of the prompt", () => {
  it("the outcome in the messages counts, and a problem reports it", async () => {
    const { server, clock, now } = await startJob();
    server.behavior.keepsHistory = false;
    server.run("succeeded");
    await clock.advance(1_500);
    expect(await now()).toBe("goes on");
    await clock.advance(1_000);
    expect(await now()).toMatchObject({ ...finished, problems: [{ code: "JOB_RECORD_MISSING" }] });
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

it("a record that comes late is waited for when the caller cancels meanwhile, and decides", async () => {
  const { server, clock, now, generation } = await startJob();
  server.behavior.historyDelayMs = 300;
  server.run("succeeded");
  await settleAll();
  void generation.cancel();
  await clock.advance(1_000);
  expect(await now()).toMatchObject(finished);
});

it("a server that sends no events because the connection broke while the run ended: the record is read at the reconnect", async () => {
  const { server, clock, now } = await startJob();
  server.start();
  server.disconnect();
  await settleAll();
  server.finish("succeeded");
  await clock.advance(1_000);
  server.reconnect();
  expect(await now()).toMatchObject({ ...finished, problems: [] });
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
