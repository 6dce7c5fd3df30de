// Whose jobs, prompts, images, events and questions a token reads and changes: its own; with `read` it reads all, with
// `admin` it changes all.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestOf } from "@pictor/host/testing";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Job, Scope } from "@pictor/client";
import { savedImageId } from "@pictor/features/gallery";
import type { Backend, BackendEvent, GateContext } from "@pictor/kernel";
import { patience } from "../../host/testing/patience.js";
import { backendPlugin, saveBackend, saveGraph } from "../testing/save-backend.js";
import { startTestServer } from "../testing/start-server.js";
import { readStream, type EventReader } from "../testing/read-stream.js";

/** A backend whose prompts run until they are cancelled. */
class Endless {
  readonly prompts = new Set<string>();
  #listeners: ((event: BackendEvent) => void)[] = [];
  readonly #backend = saveBackend("endless", {
    events: async (listener) => {
      this.#listeners.push(listener);
      return () => undefined;
    },
    submit: async ({ promptId }) => {
      this.prompts.add(promptId);
      this.send({ type: "started", promptId });
      return { promptId, dropped: [] };
    },
    state: async (promptId) =>
      this.prompts.has(promptId) ? { state: "running" } : { state: "interrupted", outputs: [] },
    prompts: async () => [...this.prompts].map((promptId) => ({ promptId, state: "running" as const })),
    fetchSubmission: async () => ({ graph: {}, outputs: [] }),
    cancel: async (promptId) => {
      this.prompts.delete(promptId);
      this.send({ type: "ended", promptId });
      return "removed";
    },
  } satisfies Partial<Backend>);

  send(event: BackendEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  readonly plugin = backendPlugin("endless", () => this.#backend);
}

const asking = {
  manifest: manifestOf("asking-checker", "gate", { taps: [{ hook: "beforeFirstBatch", handler: "check" }] }),
  plugin: () => ({
    handlers: {
      async check(_plan: unknown, { interaction }: GateContext) {
        interaction.show("It is checked.");
        await interaction.openUrl("https://terms.example/");
        return undefined;
      },
    },
  }),
};

const image = (owner: string | undefined, number: number) => ({
  time: `2026-08-0${number}T10:00:00.000Z`,
  workflow: "txt2img",
  prompt: `fox ${number}`,
  negative: "",
  path: `/nowhere/${number}.png`,
  ...(owner !== undefined && { owner }),
});
const images = [image("anna", 1), image("ben", 2), image(undefined, 3)];
const [ofAnna = "", , ofNobody = ""] = images.map(savedImageId);

const endless = new Endless();
/** The events since before the job was submitted. */
const readers = new Map<string, EventReader>();
const tokens = new Map<string, string>();

const call = async (who: string, method: string, path: string, body?: object) => {
  const reply = await test.call(method, path, { token: tokens.get(who) ?? null, ...(body && { body }) });
  return [reply.status, reply.status < 300 ? undefined : reply.json()["code"], reply] as const;
};
const listed = async (who: string, path: string, member: string): Promise<readonly unknown[]> =>
  (await call(who, "GET", path))[2].json()[member] as readonly unknown[];

const folder = mkdtempSync(join(tmpdir(), "pictor-owners-"));
const journal = join(folder, "data/history.jsonl");
mkdirSync(join(folder, "data"));
writeFileSync(journal, images.map((one) => `${JSON.stringify(one)}\n`).join(""));
const graph = join(folder, "graph.json");
writeFileSync(graph, JSON.stringify(saveGraph));
const test = await startTestServer({
  folder,
  plugins: [endless.plugin, asking],
  configuration: {
    backends: { farm: { kind: "endless" } },
    plugins: { "output-journal": { enabled: true, config: { path: journal } } },
  },
});
const rights: Readonly<Record<string, readonly Scope[]>> = {
  anna: ["generate"],
  ben: ["generate"],
  rita: ["read"],
  greta: ["read", "generate"],
  adam: ["admin"],
};
for (const [name, scopes] of Object.entries(rights)) {
  const { token } = await test.createToken(name, scopes);
  tokens.set(name, token);
  readers.set(name, await readStream(test, "/v1/events", { token }));
}
// The graph is a file of the server's machine, which only an administrator may name.
const { token } = await test.createToken("anna", ["admin"]);
const body = { workflow: "custom", params: { graph }, backend: "farm" };
const job = (await test.call("POST", "/v1/jobs", { token, body })).json() as unknown as Job;
await vi.waitFor(async () => {
  const { promptIds } = (await test.call("GET", `/v1/jobs/${job.id}`)).json();
  expect(promptIds).toHaveLength(1);
}, patience);
afterAll(async () => {
  for (const reader of readers.values()) reader.close();
  await test.close();
});

const promptId = () => [...endless.prompts][0] ?? "";

describe.each([
  ["anna", { jobs: 1, prompts: 1, questions: 1, images: ["fox 1"], job: 200 }],
  ["ben", { jobs: 0, prompts: 0, questions: 0, images: ["fox 2"], job: 404 }],
  ["rita", { jobs: 1, prompts: 1, questions: 1, images: ["fox 3", "fox 2", "fox 1"], job: 200 }],
  ["greta", { jobs: 1, prompts: 1, questions: 1, images: ["fox 3", "fox 2", "fox 1"], job: 200 }],
  ["adam", { jobs: 1, prompts: 1, questions: 1, images: ["fox 3", "fox 2", "fox 1"], job: 200 }],
])("what %s sees", (who, seen) => {
  it("of the jobs, prompts, questions and images", async () => {
    expect(await listed(who, "/v1/jobs", "jobs")).toHaveLength(seen.jobs);
    expect(await listed(who, "/v1/backends/farm/prompts", "prompts")).toHaveLength(seen.prompts);
    expect(await listed(who, "/v1/questions", "questions")).toHaveLength(seen.questions);
    const pictures = (await listed(who, "/v1/pictures", "pictures")) as readonly {
      readonly prompt: string;
    }[];
    expect(pictures.map(({ prompt }) => prompt)).toEqual(seen.images);
    expect((await call(who, "GET", `/v1/jobs/${job.id}`))[0]).toBe(seen.job);
    expect((await call(who, "GET", `/v1/pictures/${ofAnna}`))[0]).toBe(seen.job);
  });

  it("of the events and previews", async () => {
    const reader = await readStream(test, "/v1/events", { token: tokens.get(who) ?? "" });
    const place = { promptId: promptId(), node: "2" };
    endless.send({ type: "preview", ...place, mime: "image/png", bytes: new Uint8Array([1]) });
    endless.send({ type: "node", ...place });
    await test.call("PUT", `/v1/presets/${who}`, { body: { workflow: "txt2img" } });
    await reader.until(({ event, data }) => event === "preset" && data["name"] === who);
    reader.close();
    const ofJob = reader.events.filter(({ data }) => data["jobId"] === job.id).map(({ event }) => event);
    expect([...new Set(ofJob)].sort()).toEqual(seen.jobs === 1 ? ["node", "preview"] : []);
  });
});

it("the submission of a job, a change of an image of nobody, and values for forms are events for those who see them", async () => {
  await call("anna", "POST", "/v1/recall", { workflow: "txt2img", params: { prompt: "a fox" } });
  const star = { body: { starred: true }, token: tokens.get("adam") ?? null };
  await test.call("PATCH", `/v1/pictures/${ofNobody}`, star);
  await test.call("PUT", "/v1/presets/after", { body: { workflow: "txt2img" } });
  const seen: Record<string, readonly string[]> = {};
  for (const [who, reader] of readers) {
    await reader.until(({ event, data }) => event === "preset" && data["name"] === "after");
    seen[who] = reader.events
      .map(({ event }) => event)
      .filter((event) => /^(submitted|picture|recall)$/.test(event));
  }
  expect(seen).toEqual({
    anna: ["submitted", "recall"],
    ben: [],
    rita: ["submitted", "recall", "picture"],
    greta: ["submitted", "recall", "picture"],
    adam: ["submitted", "recall", "picture"],
  });
});

it("names of other owners find nothing for a token that sees its own alone", async () => {
  expect(await listed("ben", "/v1/pictures?owner=anna", "pictures")).toEqual([]);
  expect(await listed("rita", "/v1/pictures?owner=anna", "pictures")).toHaveLength(1);
});

describe("a change of somebody else's work", () => {
  const changes = (): readonly (readonly [string, object?])[] => [
    [`/v1/jobs/${job.id}/cancel`, {}],
    ["/v1/jobs/cancel", { ids: [job.id] }],
    ["/v1/pictures/delete", { ids: [ofAnna] }],
  ];

  it.each([
    ["ben", 404, "API_THING_UNKNOWN"],
    ["greta", 403, "API_SCOPE_MISSING"],
    ["rita", 403, "API_SCOPE_MISSING"],
  ])("by %s is refused with %i", async (who, status, code) => {
    for (const [path, body] of changes())
      expect([path, ...(await call(who, "POST", path, body)).slice(0, 2)]).toEqual([path, status, code]);
    const star = await call(who, "PATCH", `/v1/pictures/${ofAnna}`, { starred: true });
    expect(star.slice(0, 2)).toEqual([status, code]);
    const prompt = await call(who, "POST", `/v1/backends/farm/prompts/${promptId()}/cancel`, {});
    expect(prompt.slice(0, 2)).toEqual([403, "API_SCOPE_MISSING"]);
    expect(endless.prompts.size).toBe(1);
  });

  it("does not follow from a wish to cancel all, or to follow the prompt", async () => {
    for (const who of ["ben", "greta"])
      expect((await call(who, "POST", "/v1/jobs/cancel", {}))[2].json()).toEqual({ cancelled: [] });
    const attach = { promptId: promptId(), backend: "farm" };
    expect((await call("ben", "POST", "/v1/jobs/attach", attach)).slice(0, 2)).toEqual([
      403,
      "API_SCOPE_MISSING",
    ]);
    expect(endless.prompts.size).toBe(1);
  });

  it("does not follow from following the prompt of another program, which the scope read allows", async () => {
    endless.prompts.add("of-another");
    const attach = { promptId: "of-another", backend: "farm" };
    const refused = [403, "API_SCOPE_MISSING"];
    expect((await call("ben", "POST", "/v1/jobs/attach", attach)).slice(0, 2)).toEqual(refused);
    const [status, , reply] = await call("greta", "POST", "/v1/jobs/attach", attach);
    expect(status).toBe(202);
    const follower = String(reply.json()["id"]);
    await vi.waitFor(async () => {
      const { promptIds } = (await test.call("GET", `/v1/jobs/${follower}`)).json();
      expect(promptIds).toEqual(["of-another"]);
    }, patience);
    for (const path of [`/v1/jobs/${follower}/cancel`, "/v1/backends/farm/prompts/of-another/cancel"])
      expect((await call("greta", "POST", path, {})).slice(0, 2)).toEqual(refused);
    expect((await call("greta", "POST", "/v1/jobs/cancel", {}))[2].json()).toEqual({ cancelled: [] });
    expect(endless.prompts.has("of-another")).toBe(true);
    expect((await call("adam", "POST", `/v1/jobs/${follower}/cancel`, {}))[0]).toBe(202);
    await expect.poll(() => endless.prompts.has("of-another")).toBe(false);
  });

  it("is possible for an administrator, and for the owner", async () => {
    expect((await call("adam", "PATCH", `/v1/pictures/${ofAnna}`, { starred: true }))[0]).toBe(200);
    expect((await call("anna", "PATCH", `/v1/pictures/${ofAnna}`, { starred: false }))[0]).toBe(200);
    expect((await call("anna", "POST", `/v1/jobs/${job.id}/cancel`, {}))[0]).toBe(202);
    await expect.poll(() => endless.prompts.size).toBe(0);
  });
});
