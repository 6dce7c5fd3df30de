// The quota of a token at every door: the jobs of the local API, the APIs of plugins, and direct requests to the server
// of a backend.

import { afterAll, beforeEach, expect, it } from "vitest";
import type { Quota } from "@pictor/client";
import { fakeMembers } from "@pictor/host/testing";
import type { Backend, DirectRequest } from "@pictor/kernel";
import { backendPlugin, saveBackend } from "../testing/save-backend.js";
import { startTestServer } from "../testing/start-server.js";

const farm = fakeMembers();
const sent: DirectRequest[] = [];
const send = (request: DirectRequest) => {
  sent.push(request);
  const bytes = Buffer.from(`{"prompt_id":"p${sent.length}","number":1,"node_errors":{}}`);
  return Promise.resolve({
    status: 200,
    headers: { "content-type": "application/json" },
    url: "http://farm/prompt",
    body: new Blob([bytes]).stream(),
    hops: [],
    notes: [],
    text: () => Promise.resolve(bytes.toString()),
    bytes: () => Promise.resolve(new Uint8Array(bytes)),
    discard: () => Promise.resolve(),
  });
};
const direct = { send, connect: () => Promise.reject(new Error("no socket")) };
/** The states of the prompts on the backend that counts no owners. */
const states = new Map<string, "queued" | "running">();
const methods = {
  events: () => Promise.resolve(() => undefined),
  submit: ({ promptId }) => Promise.resolve({ promptId, dropped: [] }),
  prompts: () => Promise.resolve([]),
  state: (promptId) => Promise.resolve({ state: states.get(promptId) ?? "unknown" }),
  cancel: () => Promise.resolve("removed"),
} satisfies Partial<Backend>;
/** Until when jobs on the farm are validated: one that waits for the catalog has not ended. */
let validating = Promise.resolve();
const catalog = () => validating.then(() => new Map());
const plugins = [
  backendPlugin("shared", () =>
    saveBackend("shared", { ...methods, catalog, facets: { members: farm.facet, direct } }),
  ),
  backendPlugin("single", () => saveBackend("single", { ...methods, facets: { direct } })),
];

const backends = { farm: { kind: "shared" }, box: { kind: "single" } };
const test = await startTestServer({
  plugins,
  configuration: { backend: "farm", backends, server: { quota: { waiting: 2 } } },
});
afterAll(() => test.close());
beforeEach(() => {
  sent.length = 0;
  states.clear();
  farm.status = { ...farm.status, owners: [] };
});

let number = 0;
/** A token of its own name, with its calls. */
async function newOwner(quota: Quota = {}) {
  const name = `owner-${++number}`;
  const created = await test.call("POST", "/v1/tokens", { body: { name, scopes: ["generate"], quota } });
  const token = String(created.json()["token"]);
  const { id } = created.json()["record"] as { readonly id: string };
  const call = async (path: string, body: unknown, headers = {}) => {
    const reply = await test.call("POST", path, { token, body, headers });
    const isJson = String(reply.headers["content-type"]).includes("json");
    return { status: reply.status, ...(isJson && { code: reply.json()["code"] }), reply };
  };
  return {
    name,
    id,
    token,
    call,
    submit: (more: object = {}) => call("/v1/jobs", { workflow: "txt2img", ...more }),
  };
}
const has = (owner: string, waiting: number, running = 0): void => {
  farm.status = { ...farm.status, owners: [{ owner, waiting, running }] };
};

const prompt = { prompt: { "1": { class_type: "SaveImage", inputs: {} } } };
const tool = (name: string, values: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: values },
});
const accepts = { Accept: "application/json, text/event-stream" };

it.each([
  ["the local API", "/v1/jobs", { workflow: "txt2img", params: { prompt: "a fox" } }, {}],
  ["the ComfyUI gateway", "/comfy/farm/prompt", prompt, {}],
  ["the ComfyUI gateway below /api", "/comfy/farm/api/prompt", prompt, {}],
  ["the ComfyUI gateway with an encoded path", "/comfy/farm/%70rompt", prompt, {}],
  ["OpenAI's images API", "/openai/v1/images/generations", { prompt: "a fox", model: "txt2img" }, {}],
  ["AUTOMATIC1111's web UI", "/sdapi/v1/txt2img", { prompt: "a fox" }, {}],
  ["the Model Context Protocol", "/mcp", tool("generate_image", { prompt: "a fox" }), accepts],
])("%s refuses an owner that has as many prompts as it may", async (_door, path, body, headers) => {
  const { name, call } = await newOwner();
  has(name, 2);
  const { status, reply } = await call(path, body, headers);
  const text = reply.bytes.toString();
  expect(text).toContain("API_QUOTA_REACHED");
  expect(text).toContain(`${name} has 2 prompts that wait, and its quota is 2.`);
  // A tool of MCP reports its failure in its result.
  if (path !== "/mcp") expect([status, reply.headers["retry-after"]]).toEqual([429, "10"]);
  expect(sent).toEqual([]);
});

it("counts the prompts of the owner alone, as the backend reports them", async () => {
  const { name, call } = await newOwner({ unfinished: 4 });
  has("somebody else", 9, 9);
  expect((await call("/comfy/farm/prompt", prompt)).status).toBe(200);
  has(name, 1, 3);
  expect((await call("/comfy/farm/prompt", prompt)).status).toBe(429);
  has(name, 1, 2);
  expect((await call("/comfy/farm/prompt", prompt)).status).toBe(200);
});

it("counts what is being submitted, so that many submissions at once do not exceed the quota", async () => {
  const { submit } = await newOwner();
  let validate = (): void => undefined;
  validating = new Promise((resolve) => (validate = resolve));
  const all = await Promise.all(Array.from({ length: 5 }, () => submit({ params: { prompt: "a fox" } })));
  expect(all.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429, 429]);
  validate();
});

it("counts every batch of a job, and says when a job can never fit", async () => {
  const { name, submit } = await newOwner();
  expect(await submit({ count: 3 })).toMatchObject({ status: 403, code: "API_QUOTA_TOO_SMALL" });
  has(name, 1);
  expect(await submit({ count: 2 })).toMatchObject({ status: 429, code: "API_QUOTA_REACHED" });
});

it("counts the direct prompts on a backend that counts no owners, until they have ended", async () => {
  const { call } = await newOwner();
  const submit = async () => (await call("/comfy/box/prompt", prompt)).status;
  states.set("p1", "queued").set("p2", "queued");
  expect([await submit(), await submit(), await submit()]).toEqual([200, 200, 429]);
  states.set("p1", "running");
  expect(await submit()).toBe(200);
  states.delete("p2");
  expect(sent).toHaveLength(3);
});

it("refuses a priority that the owner may not choose, at every door and for a prompt that waits", async () => {
  const { call, submit } = await newOwner({ priorities: ["low"] });
  const refused = { status: 403, code: "API_PRIORITY_REFUSED" };
  expect(await submit({ priority: "high" })).toMatchObject(refused);
  for (const first of [{ front: true }, { number: -1 }, { number: 3 }])
    expect(await call("/comfy/farm/prompt", { ...prompt, ...first })).toMatchObject(refused);
  expect(sent).toEqual([]);
  const job = await submit({ params: { prompt: "a fox" } });
  expect(job.reply.json()["request"]).toMatchObject({ priority: "low" });
  expect((await call("/comfy/farm/prompt", prompt)).status).toBe(200);
  expect(sent).toMatchObject([{ priority: "low" }]);
});

it("tells the backend at once that the running limit of a token was raised or removed, and says nothing of other changes", async () => {
  const { id, name, call } = await newOwner({ running: 1 });
  const { id: otherId } = await newOwner();
  expect((await call("/comfy/farm/prompt", prompt)).status).toBe(200);
  has(name, 3, 1);
  const change = (token: string, quota: Quota) =>
    test.call("PATCH", `/v1/tokens/${token}`, { body: { quota } });
  farm.done.length = 0;
  await change(id, { running: 4 });
  await expect.poll(() => farm.done).toContain(`limit ${name} to 4`);
  farm.done.length = 0;
  await change(id, { running: 4, waiting: 1 });
  await change(otherId, { waiting: 1 });
  await change(id, {});
  await expect.poll(() => farm.done).toEqual([`limit ${name} to undefined`]);
});

it("a repeated submission with its key is no second one", async () => {
  const { call } = await newOwner({ submissionsPerMinute: 1 });
  const body = { workflow: "txt2img", params: { prompt: "a fox" } };
  const submit = (key: string) => call("/v1/jobs", body, { "Idempotency-Key": key });
  const [first, again, other] = [await submit("a"), await submit("a"), await submit("b")];
  expect([first.status, again.reply.json()["id"]]).toEqual([202, first.reply.json()["id"]]);
  expect(other).toMatchObject({ status: 429, code: "API_QUOTA_REACHED" });
  expect(other.reply.headers["retry-after"]).toMatch(/^\d+$/);
  expect(other.reply.json()["hint"]).not.toContain("cancel");
});

it("an administrator changes the quota of a token, which counts at once and is shown", async () => {
  const { id, name, token, submit } = await newOwner();
  has(name, 2);
  const refused = await submit();
  expect(refused.status).toBe(429);
  expect(refused.reply.json()["hint"]).toContain("or cancel jobs");
  const changed = await test.call("PATCH", `/v1/tokens/${id}`, { body: { quota: { waiting: 9 } } });
  expect(changed.json()).toMatchObject({ name, quota: { waiting: 9 } });
  expect((await submit()).status).toBe(202);
  expect((await test.call("GET", "/v1", { token })).json()["quota"]).toEqual({ waiting: 9 });
  const foreign = await test.call("PATCH", `/v1/tokens/${id}`, { token, body: { quota: {} } });
  expect(foreign.json()["code"]).toBe("API_SCOPE_MISSING");
  await test.call("PATCH", `/v1/tokens/${id}`, { body: { quota: {} } });
  expect((await test.call("GET", "/v1", { token })).json()["quota"]).toEqual({ waiting: 2 });
  const unknown = await test.call("PATCH", "/v1/tokens/nosuch", { body: { quota: {} } });
  expect(unknown.json()["code"]).toBe("API_THING_UNKNOWN");
});
