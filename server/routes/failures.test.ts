// The failed prompts of a queue over the API: who sees them, and who runs them again or discards them.

import { afterAll, beforeEach, expect, it } from "vitest";
import { fakeBackendKinds, fakeFailures } from "@pictor/host/testing";
import { startTestServer } from "../testing/start-server.js";

const times = { createdAt: 1_000.4, endedAt: 61_000, attempts: 1 };
const prompts = [
  {
    promptId: "a",
    state: "lost",
    reason: "The worker gpu-1 has ended.",
    owner: "anna",
    member: "gpu-1",
    ...times,
  },
  {
    promptId: "b",
    state: "failed",
    reason: "The graph failed.",
    error: { node: "3", classType: "KSampler", exception: "OutOfMemoryError", message: "out of memory" },
    owner: "ben",
    ...times,
  },
] as const;
const fake = fakeFailures();
const data = { facets: { failures: fake.facet }, prompts: [], catalog: new Map(), opened: [] };
const test = await startTestServer({
  sources: [fakeBackendKinds(data)],
  builtins: "none",
  configuration: { backends: { farm: { kind: "managed" }, box: { kind: "plain" } } },
});
afterAll(() => test.close());
beforeEach(() => {
  fake.prompts = prompts;
  fake.done.length = 0;
});

const failures = "/v1/backends/farm/failures";
const tokenOf = async (name: string, scope: string) => (await test.createToken(name, [scope])).token;

it("lists them with their reasons, to each owner its own", async () => {
  const all = (await test.call("GET", failures)).json()["failures"];
  const [{ createdAt: _createdAt, endedAt: _endedAt, ...lost }, failed] = prompts;
  expect(all).toEqual([
    { ...lost, createdAtMs: 1000, endedAtMs: 61_000 },
    expect.objectContaining({ promptId: "b", error: failed.error }),
  ]);
  expect((await test.call("GET", `${failures}?limit=1`)).json()["failures"]).toHaveLength(1);
  const token = await tokenOf("ben", "generate");
  for (const address of [failures, `${failures}?limit=1`])
    expect((await test.call("GET", address, { token })).json()["failures"]).toMatchObject([
      { promptId: "b" },
    ]);
});

it("runs one again and discards one, once", async () => {
  const retry = () => test.call("POST", `${failures}/a/retry`, { body: {} });
  expect((await retry()).status).toBe(200);
  expect((await retry()).json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining("The prompt a is not among the failed ones of farm.") as string,
  });
  expect((await test.call("DELETE", `${failures}/b`)).status).toBe(200);
  expect(fake.done).toEqual(["retry a", "discard b"]);
});

it("there are none of a backend that keeps none", async () => {
  expect(await test.codeOf("GET", "/v1/backends/box/failures")).toEqual([422, "BACKEND_CANNOT"]);
});
