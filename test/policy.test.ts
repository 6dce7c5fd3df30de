// The effect of a failing handler for each hook, with real plugins from folders, as the table of the design says.

import { createServer } from "node:http";
import { listen } from "@pictor/host/testing";
import { afterEach, expect, it } from "vitest";
import { createFakeBackend } from "../services/testing/fake-backend.js";
import { fakeConfiguration, fakeWorkflow } from "../services/testing/fake-plugins.js";
import { createPictorWith } from "./fixtures.test.support.js";

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

async function send(name: string) {
  let arrived = 0;
  const server = createServer((_request, response) => {
    arrived++;
    response.end();
  });
  const { url, close } = await listen(server);
  cleanUp.push(close);
  const { pictor, clock, dispose } = await createPictorWith([name]);
  cleanUp.push(dispose);
  await pictor.load(`${name}-checker`);
  const sent = pictor.send({ url }).catch((error: unknown) => error);
  await clock.advance(0);
  await clock.advance(30_000);
  return { outcome: await sent, arrived, pending: clock.pending() };
}

async function generate(name: string) {
  const backend = createFakeBackend();
  const { pictor, clock, dispose } = await createPictorWith([backend, fakeWorkflow, name], {
    configuration: fakeConfiguration,
  });
  cleanUp.push(dispose);
  expect(pictor.problems()).toEqual([]);
  await pictor.load(`${name}-checker`);
  const generation = pictor.generate({ workflow: "fake" });
  for (let step = 0; step < 3; step++) await clock.advance(600_000);
  return { result: await generation.result, calls: backend.calls, pending: clock.pending() };
}
const culprit = (name: string, hook: string) => ({ plugin: `${name}-checker`, hook });

it.each([
  ["throws-in-before-send", "TAP_THREW"],
  ["returns-null", "TAP_RESULT_INVALID"],
  ["never-settles", "TAP_TIMEOUT"],
  ["mutates", "TAP_THREW"],
])("beforeSend: the request is not sent: %s", async (name, code) => {
  const { outcome, arrived, pending } = await send(name);
  expect(outcome).toMatchObject({ code, details: culprit(name, "beforeSend") });
  expect([arrived, pending]).toEqual([0, 0]);
});

it.each(["throws-in-build-workflow", "mutates"])(
  "buildWorkflow: the job fails before anything is queued: %s",
  async (name) => {
    const { result, calls } = await generate(name);
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "TAP_THREW", details: culprit(name, "buildWorkflow") },
    });
    expect(calls).not.toContain("submit");
  },
);

it.each([
  ["throws-in-before-first-batch", "TAP_THREW"],
  ["returns-null", "TAP_RESULT_INVALID"],
  ["never-settles", "TAP_TIMEOUT"],
])("beforeFirstBatch: the job fails before anything is queued: %s", async (name, code) => {
  const { result, calls, pending } = await generate(name);
  expect(result).toMatchObject({
    status: "failed",
    error: { code, details: culprit(name, "beforeFirstBatch") },
  });
  expect(calls).not.toContain("submit");
  expect(pending).toBe(0);
});

it.each([
  ["throws-in-on-event", "TAP_THREW"],
  ["returns-promise", "TAP_RETURNED_PROMISE"],
])("onEvent: isolated and reported, the job goes on %s", async (name, code) => {
  const { result } = await generate(name);
  expect(result).toMatchObject({ status: "finished", outputs: [{ index: 0 }] });
  expect(result.problems[0]).toMatchObject({ code, ...culprit(name, "onEvent") });
});

it("afterOutput: isolated, the last good value kept, the problem recorded throws-in-after-output", async () => {
  const { result, pending } = await generate("throws-in-after-output");
  expect(result).toMatchObject({ status: "finished", outputs: [{ file: { filename: "a.png" } }] });
  expect(result.problems).toMatchObject([culprit("throws-in-after-output", "afterOutput")]);
  expect(pending).toBe(0);
});
