// Leaps of the clock, when the computer sleeps or the time is set: no job is lost, and none waits forever.

import { describe, expect, it } from "vitest";
import { leap, openStage, settleAll } from "../../testing/server-stage.js";

const hourMs = 3_600_000;
const finished = { status: "finished", outputs: [{ index: 0 }], problems: [] };
const byCaller = { status: "interrupted", by: "caller" };

describe("after an hour's sleep", () => {
  it("a network that is back after some seconds loses no job", async () => {
    const stage = await openStage();
    const { now } = await stage.generate();
    stage.server.start();
    await stage.clock.advance(4_000);
    leap(stage, hourMs);
    stage.server.down();
    await stage.clock.advance(50_000);
    expect(await now()).toBe("goes on");
    stage.server.up();
    stage.server.finish("succeeded");
    await stage.clock.advance(1_000);
    expect(await now()).toMatchObject(finished);
  });

  it("a submission whose reply was lost is found", async () => {
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

  it("a submission still waits for its reply", async () => {
    const stage = await openStage();
    stage.server.replies.push("held");
    stage.server.disconnect();
    stage.server.fail("state", ...Array.from({ length: 3 }, () => stage.server.unreachable()));
    const { now } = await stage.generate();
    leap(stage, hourMs);
    await stage.clock.advance(16_000);
    expect(await now()).toBe("goes on");
    expect(stage.server.calls.filter((name) => name === "submit")).toHaveLength(1);
  });
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
