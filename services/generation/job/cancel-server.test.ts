// Cancelling on servers that lose an interrupt, do not answer, or have already finished.

import { describe, expect, it } from "vitest";
import { fault } from "@pictor/kernel";
import { openStage, startJob, settleAll, type Stage } from "../../testing/server-stage.js";

const cancels = ({ server }: Stage) => server.calls.filter((name) => name === "cancel").length;
const byCaller = { status: "interrupted", by: "caller" };

const unconfirmed = { code: "BACKEND_CANCEL_UNCONFIRMED" };

it("a server that does not answer for ten seconds ends the job with a problem, and is cancelled later", async () => {
  const { server, clock, now, generation, promptId } = await startJob();
  server.start();
  server.down();
  await settleAll();
  void generation.cancel();
  await clock.advance(10_000);
  expect(await now()).toMatchObject({
    ...byCaller,
    problems: [
      {
        ...unconfirmed,
        message: expect.stringContaining(promptId),
        hint: expect.stringContaining("may continue"),
      },
    ],
  });
  await clock.advance(60_000);
  expect(server.running()).toBe(promptId);
  server.up();
  await clock.advance(10_000);
  expect([server.running(), clock.pending()]).toEqual([undefined, 0]);
});

it("a cancel that is rejected is reported, and not repeated forever", async () => {
  const { stage, server, clock, now, generation } = await startJob();
  server.start();
  await settleAll();
  const refused = fault("AUTH_REJECTED", { where: "http://fake", auth: "team", status: 403 });
  server.backend.cancel = () => {
    server.calls.push("cancel");
    return Promise.reject(refused);
  };
  void generation.cancel();
  await clock.advance(10_000);
  const problem = { ...unconfirmed, message: expect.stringContaining(refused.what.slice(0, 20)) };
  expect(await now()).toMatchObject({ ...byCaller, problems: [problem] });
  const before = cancels(stage);
  await clock.advance(60_000);
  expect([cancels(stage), clock.pending()]).toEqual([before, 0]);
});

it("a prompt that is gone, and whose record cannot be read, ends the job with a problem", async () => {
  const { server, clock, now, generation } = await startJob();
  server.start();
  server.disconnect();
  server.finish("succeeded");
  server.fail("state", ...Array.from({ length: 99 }, () => server.unreachable()));
  void generation.cancel();
  await clock.advance(10_000);
  expect(await now()).toMatchObject({
    ...byCaller,
    problems: [{ code: "JOB_OUTCOME_UNKNOWN", hint: expect.stringContaining("pictor jobs watch") }],
  });
  expect(clock.pending()).toBe(0);
});

it("a kernel that cannot wait for the end of a run reports it", async () => {
  const { stage, server, clock, now } = await startJob();
  server.behavior.lostInterrupts = 99;
  server.start();
  await settleAll();
  const disposing = stage.pictor.dispose();
  await clock.advance(10_000);
  expect(await now()).toMatchObject({ ...byCaller, problems: [unconfirmed] });
  await disposing;
});

describe("a run that has already ended", () => {
  it("and was lost in a restart counts as interrupted by the caller", async () => {
    const { server, clock, now, generation } = await startJob();
    server.start();
    await settleAll();
    server.disconnect();
    server.forget();
    void generation.cancel();
    await clock.advance(2_500);
    expect(await now()).toMatchObject(byCaller);
  });

  it("starts no further batch", async () => {
    const stage = await openStage();
    const { now, generation } = await stage.generate({ count: 2 });
    stage.server.start();
    await settleAll();
    stage.server.disconnect();
    stage.server.finish("succeeded");
    void generation.cancel();
    expect(await now()).toMatchObject({ ...byCaller, outputs: [{ batch: 0 }] });
    expect(stage.server.fates.size).toBe(1);
  });
});

it("another job on the same backend continues", async () => {
  const { stage, server, now, generation } = await startJob();
  const second = await stage.generate();
  server.start();
  await settleAll();
  void generation.cancel();
  expect(await now()).toMatchObject(byCaller);
  expect(await second.now()).toBe("goes on");
  server.run("succeeded");
  expect(await second.now()).toMatchObject({ status: "finished" });
});
