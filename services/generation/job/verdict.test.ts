// What a job makes of a record that is missing or comes late, and of a repeated event of its connection.

import { expect, it } from "vitest";
import { startJob, settleAll } from "../../testing/server-stage.js";

const finished = { status: "finished", outputs: [{ index: 0 }] };

it("the messages decide that a prompt was interrupted if the server keeps no record, and a problem reports it", async () => {
  const { server, clock, now } = await startJob();
  server.behavior.keepsHistory = false;
  server.start();
  server.finish("interrupted");
  await clock.advance(1_500);
  expect(await now()).toBe("goes on");
  await clock.advance(1_000);
  expect(await now()).toMatchObject({
    status: "interrupted",
    by: "server",
    problems: [{ code: "JOB_RECORD_MISSING" }],
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
