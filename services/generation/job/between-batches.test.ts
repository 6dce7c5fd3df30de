// A server that does not answer between two batches.

import { expect, it } from "vitest";
import { fault, type Output } from "@pictor/kernel";
import { settlePromises } from "@pictor/host/testing";
import { inlinePlugin } from "../../testing/fake-plugins.js";
import { createFakeServer } from "../../testing/fake-server.js";
import { openStage, settleAll } from "../../testing/server-stage.js";

/** Starts a job of two batches. When it returns, the first batch is complete, and the port was closed meanwhile. */
async function between() {
  const server = createFakeServer();
  const leave = inlinePlugin("output-a", [{ hook: "afterOutput", handler: "leave" }], {
    leave: async ({ batch }: Output) => {
      // At this point the record of the first batch was read.
      await settlePromises();
      if (batch === 0) server.down();
    },
  });
  const stage = await openStage([leave], server);
  const followed = await stage.generate({ count: 2 });
  server.run("succeeded");
  await settleAll();
  return { ...stage, ...followed };
}

it.each([4_000, 45_000])("for %i ms: both batches are generated", async (ms) => {
  const { server, clock, now } = await between();
  await clock.advance(ms);
  expect(await now()).toBe("goes on");
  server.up();
  await clock.advance(10_000);
  server.run("succeeded");
  expect(await now()).toMatchObject({
    status: "finished",
    outputs: [{ batch: 0 }, { batch: 1 }],
    problems: [],
  });
  expect([clock.pending(), server.listening()]).toEqual([0, 0]);
});

it("for more than a minute: the job fails, and keeps the first output", async () => {
  const { server, clock, now } = await between();
  await clock.advance(62_000);
  expect(await now()).toMatchObject({
    status: "failed",
    error: { code: "BACKEND_UNREACHABLE" },
    outputs: [{ batch: 0 }],
  });
  expect(server.calls.filter((name) => name === "events").length).toBeLessThan(20);
  expect(clock.pending()).toBe(0);
});

it("an attached prompt is found when the server answers again", async () => {
  const stage = await openStage();
  const submitting = stage.pictor.submit({ workflow: "fake" });
  await settleAll();
  const submitted = await submitting;
  const [promptId = ""] = submitted.status === "submitted" ? submitted.promptIds : [];
  stage.server.down();
  const { now } = stage.follow(stage.pictor.attach({ promptId }));
  await stage.clock.advance(20_000);
  expect(await now()).toBe("goes on");
  stage.server.up();
  await stage.clock.advance(10_000);
  stage.server.run("succeeded");
  expect(await now()).toMatchObject({ status: "finished", outputs: [{ batch: 0 }] });
});

it("a cancel meanwhile ends the job at once", async () => {
  const { clock, now, generation } = await between();
  await clock.advance(4_000);
  void generation.cancel();
  expect(await now()).toMatchObject({
    status: "interrupted",
    by: "caller",
    outputs: [{ batch: 0 }],
    problems: [],
  });
  expect(clock.pending()).toBe(0);
});

it("a server that no longer serves events fails the job at once", async () => {
  const { server, clock, now } = await between();
  server.up();
  const reply = { method: "GET", url: "http://fake/ws", found: "status 404", expected: "a WebSocket" };
  server.fail("events", fault("BACKEND_REPLY", reply, { more: { status: 404 } }));
  await clock.advance(1_000);
  expect(await now()).toMatchObject({ status: "failed", error: { code: "BACKEND_REPLY" } });
});
