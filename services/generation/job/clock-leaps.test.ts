// Leaps of the clock, when the computer sleeps or the time is set: no job is lost, and none waits forever.

import { expect, it } from "vitest";
import { leap, openStage, settleAll } from "../../testing/server-stage.js";

const hourMs = 3_600_000;
const finished = { status: "finished", outputs: [{ index: 0 }], problems: [] };
const byCaller = { status: "interrupted", by: "caller" };

it("a submission whose reply was lost is found after an hour's sleep", async () => {
  const stage = await openStage();
  stage.server.replies.push("dropped");
  const { now } = await stage.generate();
  stage.server.down();
  await settleAll();
  leap(stage, hourMs);
  await stage.clock.advance(20_000);
  expect(await now()).toBe("goes on");
  stage.server.up();
  await stage.clock.advance(12_000);
  stage.server.run("succeeded");
  expect(await now()).toMatchObject(finished);
});

it("a clock that is set back by an hour keeps neither a submission nor a cancel from ending", async () => {
  const stage = await openStage();
  stage.server.fail("submit", stage.server.unreachable());
  const { now } = await stage.generate();
  stage.server.down();
  await stage.clock.advance(10_000);
  leap(stage, -hourMs);
  await stage.clock.advance(70_000);
  expect(await now()).toMatchObject({ status: "failed", error: { code: "BACKEND_UNREACHABLE" } });
  stage.server.up();
  const second = await stage.generate();
  stage.server.start();
  stage.server.down();
  void second.generation.cancel();
  await stage.clock.advance(1_000);
  leap(stage, -hourMs);
  await stage.clock.advance(15_000);
  expect(await second.now()).toMatchObject(byCaller);
});
