// The jobs of a server as clients list and cancel them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Job } from "@pictor/client";
import type { Backend, BackendEvent } from "@pictor/kernel";
import { backendPlugin, saveBackend, saveGraph } from "../testing/save-backend.js";
import { startTestServer } from "../testing/start-server.js";

/**
 * Tokens of one name, to which jobs belong: only the first may submit a graph, which names files, and sees the jobs of
 * others.
 */
const listeners = new Set<(event: BackendEvent) => void>();
const report = (event: BackendEvent): void => {
  for (const listener of listeners) listener(event);
};

/** A backend whose prompts run until they are cancelled, or have ended at once. */
function backendOf(kind: string, first: "running" | "succeeded") {
  const states = new Map<string, "running" | "succeeded" | "interrupted">();
  const tell = (promptId: string, state: "running" | "succeeded" | "interrupted"): void => {
    states.set(promptId, state);
    report(state === "running" ? { type: "node", promptId, node: "1" } : { type: "ended", promptId });
  };
  const backend = saveBackend(kind, {
    events(listener) {
      listeners.add(listener);
      return Promise.resolve(() => void listeners.delete(listener));
    },
    submit({ promptId }) {
      tell(promptId, first);
      return Promise.resolve({ promptId, dropped: [] });
    },
    state(promptId) {
      const state = states.get(promptId) ?? "running";
      return Promise.resolve(state === "running" ? { state } : { state, outputs: [], silent: ["1"] });
    },
    cancel(promptId) {
      tell(promptId, "interrupted");
      return Promise.resolve("interrupting");
    },
  } satisfies Partial<Backend>);
  return backendPlugin(kind, () => backend);
}

const test = await startTestServer({
  plugins: [backendOf("busy", "running"), backendOf("quick", "succeeded")],
  configuration: { backends: { busy: { kind: "busy" }, quick: { kind: "quick" } } },
});
const make = async (scope: string) => (await test.createToken("assistant", [scope])).token;
const [admin, assistant] = [await make("admin"), await make("generate")];
afterAll(() => test.close());

/** Submits a job, and waits until it is in the state. */
async function submit(backend: string, state: string, token?: string): Promise<string> {
  const graph = join(test.folder, "graph.json");
  writeFileSync(graph, JSON.stringify(saveGraph));
  const body = { workflow: "custom", params: { graph }, backend };
  const sent = { body, ...(token !== undefined && { token }) };
  const { id } = (await test.call("POST", "/v1/jobs", sent)).json() as unknown as Job;
  await expect.poll(async () => (await test.call("GET", `/v1/jobs/${id}`)).json()["state"]).toBe(state);
  return id;
}

it("are listed by their state, their owner and their backend, and stopped by who may", async () => {
  const runs = await submit("busy", "running");
  const done = await submit("quick", "finished", admin);
  const own = await submit("busy", "running", admin);
  const listed = async (query: string, token?: string) =>
    (
      (await test.call("GET", `/v1/jobs${query}`, token === undefined ? {} : { token })).json()[
        "jobs"
      ] as Job[]
    ).map(({ id }) => id);
  const all = [own, done, runs];
  expect(await listed("")).toEqual(all);
  expect(await listed("", assistant)).toEqual([own, done]);
  for (const [query, ids] of [
    ["state=running", [own, runs]],
    ["state=ended", [done]],
    ["state=finished", [done]],
    ["state=queued", []],
    ["owner=assistant", [own, done]],
    ["owner=nobody", []],
    ["backend=busy", [own, runs]],
    ["backend=quick&state=running", []],
  ] as const)
    expect([query, await listed(`?${query}`)]).toEqual([query, ids]);

  const cancel = async (body: object, token?: string) => {
    const reply = await test.call("POST", "/v1/jobs/cancel", { body, ...(token !== undefined && { token }) });
    return reply.status === 202 ? reply.json()["cancelled"] : reply.json()["code"];
  };
  expect(await cancel({ ids: [runs] }, assistant)).toBe("API_THING_UNKNOWN");
  expect(await cancel({ except: ["none"] })).toBe("API_THING_UNKNOWN");
  expect(await cancel({ except: [own] }, assistant)).toEqual([]);
  expect(await cancel({ ids: [done, own] }, assistant)).toEqual([own]);
  expect(await cancel({})).toEqual([runs]);
  await expect.poll(() => listed("?state=running")).toEqual([]);
});

it("have a preview while there is one, which is not sent again to who has it", async () => {
  const id = await submit("busy", "running");
  const preview = async (headers = {}) => test.call("GET", `/v1/jobs/${id}/preview`, { headers });
  expect((await preview()).json()["code"]).toBe("API_THING_UNKNOWN");
  const { promptIds } = (await test.call("GET", `/v1/jobs/${id}`)).json() as unknown as Job;
  const promptId = promptIds[0] ?? "";
  report({ type: "preview", promptId, node: "1", mime: "image/png", bytes: Buffer.from("a picture") });
  await expect.poll(async () => (await preview()).status).toBe(200);
  const shown = await preview();
  expect([shown.headers["content-type"], shown.bytes.toString()]).toEqual(["image/png", "a picture"]);
  expect((await preview({ "If-None-Match": shown.headers["etag"] })).status).toBe(304);
  expect((await preview({ "If-None-Match": '"other"' })).status).toBe(200);
});

it.each([
  [
    "a required setting that is missing",
    { workflow: "img2img" },
    'the request at /params: expected the key "image"',
  ],
  ["a setting of the wrong type", { workflow: "txt2img", params: { steps: "many" } }, "/params/steps"],
  [
    "a required setting of a feature that is missing",
    { workflow: "txt2img", features: [{ id: "regional-prompt", settings: { regions: [{}] } }] },
    "/features/0/settings/regions/0",
  ],
])("with %s are refused, and are no jobs", async (_title, body, place) => {
  const listed = async () => {
    const { jobs } = (await test.call("GET", "/v1/jobs")).json() as unknown as {
      readonly jobs: readonly Job[];
    };
    return jobs.map(({ id }) => id);
  };
  const before = await listed();
  const reply = await test.call("POST", "/v1/jobs", { body: { backend: "busy", ...body } });
  expect([reply.status, reply.json()["code"]]).toEqual([422, "SETTINGS_INVALID"]);
  expect(reply.json()["title"]).toContain(place);
  expect(await listed()).toEqual(before);
});
