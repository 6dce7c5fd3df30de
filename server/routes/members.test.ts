// The servers behind a pool or a queue over the API: who they are, who waits, and how they are drained.

import { afterAll, expect, it } from "vitest";
import { fakeBackendKinds, fakeMembers, idleMember } from "@pictor/host/testing";
import { readStream } from "../testing/read-stream.js";
import { startTestServer } from "../testing/start-server.js";

const problem = {
  code: "QUEUE_NOT_DURABLE",
  message: "Redis keeps nothing on disk.",
  hint: "Set appendonly.",
};
const fake = fakeMembers({
  members: [
    idleMember("gpu-1", { loaded: ["base.safetensors"], stepMs: 118.4, running: 1 }),
    idleMember("gpu-2", { state: "unreachable", reason: "connection refused", retryAt: 8000.5 }),
  ],
  owners: [
    { owner: "anna", waiting: 2, running: 1 },
    { waiting: 1, running: 0 },
  ],
  problems: [problem],
});
const data = { facets: { members: fake.facet }, prompts: [], catalog: new Map(), opened: [] };
const test = await startTestServer({
  sources: [fakeBackendKinds(data)],
  builtins: "none",
  configuration: { backends: { farm: { kind: "managed" }, box: { kind: "plain" } } },
});
afterAll(() => test.close());

it("lists the members, the owners in the order of their turns, and the problems", async () => {
  const { status, ...reply } = await test.call("GET", "/v1/backends/farm/members");
  expect(status).toBe(200);
  expect(reply.json()).toEqual({
    members: [
      expect.objectContaining({ name: "gpu-1", state: "ready", loaded: ["base.safetensors"], stepMs: 118.4 }),
      expect.objectContaining({ state: "unreachable", reason: "connection refused", retryAtMs: 8001 }),
    ],
    owners: [
      { owner: "anna", waiting: 2, running: 1 },
      { waiting: 1, running: 0 },
    ],
    problems: [problem],
    isPaused: false,
  });
});

it("gives a waiting prompt another priority", async () => {
  const change = (id: string, priority: string) =>
    test.call("POST", `/v1/backends/farm/prompts/${id}/priority`, { body: { priority } });
  expect((await change("p", "high")).status).toBe(200);
  expect((await change("gone", "high")).json()["code"]).toBe("API_STATE_CONFLICT");
  expect((await change("p", "urgent")).status).toBe(422);
  expect(fake.done.splice(0)).toEqual(["high for p", "high for gone"]);
});

it("pauses the backend and ends the pause", async () => {
  const change = async (verb: string) =>
    (await test.call("POST", `/v1/backends/farm/${verb}`, { body: {} })).json();
  expect((await change("pause"))["isPaused"]).toBe(true);
  expect((await change("resume"))["isPaused"]).toBe(false);
  expect(fake.done.splice(0)).toEqual(["pause", "end the pause"]);
});

it("pauses one owner, and refuses a body that could mean all of them by mistake", async () => {
  const change = (verb: string, body: object) => test.call("POST", `/v1/backends/farm/${verb}`, { body });
  const paused = (await change("pause", { owner: "bert" })).json();
  expect(paused["isPaused"]).toBe(false);
  expect(paused["owners"]).toContainEqual({ owner: "bert", waiting: 0, running: 0, isPaused: true });
  const resumed = (await change("resume", { owner: "bert" })).json();
  expect(resumed["owners"]).toContainEqual({ owner: "bert", waiting: 0, running: 0, isPaused: false });
  for (const body of [{ owner: "" }, { owners: ["bert"] }])
    expect((await change("pause", body)).status).toBe(422);
  expect(fake.done.splice(0)).toEqual(["pause bert", "end the pause of bert"]);
});

it("drains a member and resumes it, and publishes both", async () => {
  const reader = await readStream(test, "/v1/events?types=backend&since=0");
  const drained = await test.call("POST", "/v1/backends/farm/members/gpu-1/drain", { body: {} });
  expect(drained.json()["members"]).toMatchObject([{ state: "draining" }, {}]);
  await test.call("POST", "/v1/backends/farm/members/gpu-1/resume", { body: {} });
  expect(fake.done).toEqual(["drain gpu-1", "resume gpu-1"]);
  const event = await reader.until(({ event: type }) => type === "backend");
  expect(JSON.stringify(event)).toContain('"members"');
  reader.close();
});

it.each([
  ["/v1/backends/farm/members/gpu-9/drain", 404, "BACKEND_MEMBER_UNKNOWN"],
  ["/v1/backends/box/members/gpu-1/drain", 422, "BACKEND_CANNOT"],
  ["/v1/backends/nosuch/members/gpu-1/resume", 404, "API_THING_UNKNOWN"],
])("refuses %s", async (path, status, code) => {
  expect(await test.codeOf("POST", path, { body: {} })).toEqual([status, code]);
});

it("the other owners are nobody's business but of those who see everybody's jobs", async () => {
  const { token } = await test.createToken("reader", ["generate"]);
  const read = await test.call("GET", "/v1/backends/farm/members", { token });
  expect([read.status, read.json()["owners"]]).toEqual([200, []]);
});
