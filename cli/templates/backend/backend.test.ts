// How a job of the service becomes the state of a prompt, without a server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "./backend.ts";
import type { Job, Service } from "./service.ts";

const service = { address: (path: string) => `http://127.0.0.1/${path}` } as Service;
const job: Job = { id: "1", state: "queued", ahead: 2, files: [], graph: {} };

test("a job that the service does not know is unknown", () => {
  assert.deepEqual(stateOf(service, undefined), { state: "unknown" });
});

test("a queued job has its position", () => {
  assert.deepEqual(stateOf(service, job), { state: "queued", ahead: 2 });
});

test("a failed job has its error", () => {
  const state = stateOf(service, { ...job, state: "failed", error: "out of memory" });
  assert.equal(state.state === "failed" && state.error.message, "out of memory");
});

test("the files of a job have addresses", () => {
  const state = stateOf(service, { ...job, state: "succeeded", files: [{ node: "Image", name: "a b.png" }] });
  assert.equal(state.state === "succeeded" && state.outputs[0]?.address, "http://127.0.0.1/files/a%20b.png");
});
