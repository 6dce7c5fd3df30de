// The batches of a job on a backend with several servers: all are submitted at once, and followed in their order.

import { expect, it } from "vitest";
import { fault } from "@pictor/kernel";
import { createFakeServer } from "../../testing/fake-server.js";
import { openStage, settleAll } from "../../testing/server-stage.js";

const openFarm = () => openStage([], createFakeServer({ facets: ["members"] }));

it("all batches wait on the backend before the first one runs, and the outputs come in their order", async () => {
  const { server, generate } = await openFarm();
  const { now } = await generate({ count: 3, owner: "anna", priority: "low" });
  expect(server.queue).toHaveLength(3);
  expect([...server.submissions.values()]).toMatchObject(
    Array.from({ length: 3 }, () => ({ owner: "anna", priority: "low", detached: false })),
  );
  for (let batch = 0; batch < 3; batch++) server.run("succeeded");
  expect(await now()).toMatchObject({
    status: "finished",
    outputs: [{ batch: 0 }, { batch: 1 }, { batch: 2 }],
    problems: [],
  });
});

it("a batch that ends before its turn keeps the image that only came as a message", async () => {
  const { server, generate, clock } = await openFarm();
  const { now } = await generate({ count: 2 });
  const [, second = ""] = server.queue;
  // The second batch runs first.
  server.queue.reverse();
  server.start();
  server.emit({
    type: "preview",
    promptId: second,
    node: "Save",
    mime: "image/png",
    bytes: new Uint8Array([7]),
  });
  server.finish("succeeded", []);
  server.run("succeeded");
  await clock.advance(20_000);
  expect(await now()).toMatchObject({
    status: "finished",
    outputs: [{ batch: 0 }, { batch: 1, file: { node: "Save", address: "" } }],
  });
});

it("a batch that fails ends the job, and the prompts of the others are revoked", async () => {
  const { server, generate } = await openFarm();
  const { now } = await generate({ count: 3 });
  server.run("failed");
  expect(await now()).toMatchObject({ status: "failed", error: { code: "NODE_FAILED" } });
  expect(server.queue).toEqual([]);
  expect([...server.fates.values()]).toEqual(["failed", "removed", "removed"]);
});

it("a batch that fails names the prompt of another one that has ended, whose images nobody has fetched", async () => {
  const { server, generate } = await openFarm();
  const { now } = await generate({ count: 3 });
  const [first = "", second = "", third = ""] = server.queue;
  server.queue.splice(0, 3, second, first, third);
  server.run("succeeded");
  server.run("failed");
  const told = {
    code: "JOB_OUTCOME_UNKNOWN",
    message: `The prompt ${second} has ended, but the job could not find out how: the job ended before the turn of its batch.`,
    hint: `\`pictor jobs watch ${second}\` shows how it ended, and fetches its outputs.`,
  };
  expect(await now()).toMatchObject({ status: "failed", problems: [told] });
  expect(server.fates.get(third)).toBe("removed");
});

it("a prompt that the job has followed until it was lost is left to its server, and the others are removed", async () => {
  const { server, generate, clock } = await openFarm();
  const { now } = await generate({ count: 2 });
  const [first = "", second = ""] = server.queue;
  server.start();
  server.fail("state", ...Array.from({ length: 999 }, () => server.unreachable("no answer")));
  await clock.advance(400_000);
  expect(await now()).toMatchObject({
    status: "lost",
    error: { details: { promptId: first } },
    problems: [],
  });
  await clock.advance(60_000);
  expect([first, second].map((promptId) => server.fates.get(promptId))).toEqual(["queued", "removed"]);
});

it("a batch that has ended without a file is reported once, as the error of the job", async () => {
  const { server, generate, clock } = await openFarm();
  const { now } = await generate({ count: 2 });
  server.run("succeeded", []);
  await clock.advance(20_000);
  expect(await now()).toMatchObject({ status: "failed", error: { code: "OUTPUT_NONE" }, problems: [] });
});

it("a cancel ends the running prompt and removes the others", async () => {
  const { server, generate } = await openFarm();
  const { generation, now } = await generate({ count: 3 });
  server.start();
  void generation.cancel();
  expect(await now()).toMatchObject({ status: "interrupted", by: "caller" });
  expect([...server.fates.values()]).toEqual(["interrupted", "removed", "removed"]);
});

it("a job that is left revokes nothing", async () => {
  const { server, generate } = await openFarm();
  const { generation, now } = await generate({ count: 2 });
  void generation.leave();
  expect(await now()).toMatchObject({ status: "interrupted" });
  expect(server.queue).toHaveLength(2);
});

it("a batch that the backend refuses fails the job, and revokes those before it", async () => {
  const { server, generate } = await openFarm();
  const refusal = fault("BACKEND_REFUSED_GRAPH", { reason: "it is too large" }, { more: { problems: [] } });
  server.fail("submit", undefined, refusal);
  const { now } = await generate({ count: 2 });
  expect(await now()).toMatchObject({ status: "failed", error: { code: "BACKEND_REFUSED_GRAPH" } });
  expect(server.queue).toEqual([]);
});

it("a batch that runs while the server is asked for it is not submitted again", async () => {
  const { server, generate, clock } = await openFarm();
  server.behavior.keepsHistory = false;
  server.replies.push("lost");
  server.fail("state", server.unreachable("no answer"));
  const { now } = await generate({ count: 2 });
  server.run("succeeded");
  await clock.advance(5_000);
  server.run("succeeded");
  await clock.advance(5_000);
  expect(await now()).toMatchObject({ status: "finished", outputs: [{ batch: 0 }, { batch: 1 }] });
  expect(server.accepted).toHaveLength(2);
});

it("events of prompts of other jobs are not kept", async () => {
  const { server, generate } = await openFarm();
  const { now, events } = await generate({ count: 2 });
  server.emit({ type: "node", promptId: "foreign", node: "Save" });
  for (let batch = 0; batch < 2; batch++) {
    server.run("succeeded");
    await settleAll();
  }
  expect(await now()).toMatchObject({ status: "finished" });
  expect(events.filter(({ type }) => type === "node")).toEqual([]);
  expect(server.listening()).toBe(0);
});
