// The stream of a job: its comments while nothing happens, and its end in the shape of OpenAI.

import type { Client, Job } from "@pictor/client";
import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { createImageEvents } from "./image-events.js";
import type { ReplyFacts } from "./image-reply.js";
import { createPartialImages } from "./partial-images.js";
import { JobFailed } from "./run-job.js";

const facts: ReplyFacts = {
  isStream: true,
  partialImages: 0,
  responseFormat: "b64_json",
  quality: 100,
  notes: [],
  model: "txt2img",
  size: "auto",
  createdAt: 1,
  base: "http://127.0.0.1/",
};
// No test here reaches a call.
const noCalls = {} as Client["calls"];

it("has a comment at once and every 15 seconds, and the error of the job", async () => {
  const clock = createFakeClock();
  const events = createImageEvents("generations", noCalls, facts, { clock, leave: () => undefined });
  const text = new Response(events.body).text();
  await clock.advance(31_000);
  const failure = { status: 502, code: "BACKEND_UNREACHABLE", detail: "It is away." };
  await events.end(Promise.reject<Job>(new JobFailed(failure)));
  await clock.advance(60_000);
  const error = { message: "It is away.", type: "server_error", code: "BACKEND_UNREACHABLE", param: null };
  const data = JSON.stringify({ type: "error", error });
  expect(await text).toBe(`:\n\n:\n\n:\n\nevent: error\ndata: ${data}\n\n`);
});

it("tells when its reader has left, and ends its comments", async () => {
  const clock = createFakeClock();
  let left = 0;
  const events = createImageEvents("edits", noCalls, facts, {
    clock,
    leave() {
      left++;
    },
  });
  await events.body.cancel();
  await clock.advance(60_000);
  expect(left).toBe(1);
});

it("spreads the partial images over each image", () => {
  const partials = createPartialImages(2);
  const at = (batch: number, overall: number) => {
    const progress = { batch, node: "3", value: 1, max: 2, overall };
    return partials.take({ count: 2, progress });
  };
  expect([0.1, 0.17, 0.2, 0.34, 0.45].map((overall) => at(0, overall))).toEqual([
    ...[undefined, 0, undefined, 1, undefined],
  ]);
  expect([0.55, 0.7, 0.9, 0.95].map((overall) => at(1, overall))).toEqual([undefined, 0, 1, undefined]);
  expect(partials.take({ count: 1 })).toBeUndefined();
});
