// The queue, the history and the jobs of an owner, from the record of a backend that other owners and programs use, too.

import { beforeEach, expect, it } from "vitest";
import type { PromptState } from "@pictor/kernel/plugin";
import { recordedPrompts, type RecordedPrompt } from "../testing/recorded-prompts.js";
import { startFacade } from "../testing/start-facade.js";

const outputs = [
  { node: "9", filename: "a.png", subfolder: "", area: "output", mime: "image/png", address: "" },
] as const;
const succeeded: PromptState = { state: "succeeded", outputs, cached: ["4"] };
const failed: PromptState = {
  state: "failed",
  outputs: [],
  error: { node: "9", classType: "SaveImage", exception: "ValueError", message: "no image" },
};

// Several jobs are cancelled by UUIDs alone.
const running = "0e2b9a52-6a3e-4a55-8c0a-2f5b0d6b8c11";
const ofBen = "0e2b9a52-6a3e-4a55-8c0a-2f5b0d6b8c12";

/** The newest first, as a backend lists them. */
const prompts: readonly RecordedPrompt[] = [
  { id: "waits", owner: "anna", state: { state: "queued", ahead: 2 } },
  { id: "next", owner: "anna", state: { state: "queued", ahead: 1 } },
  { id: "of ben", owner: "ben", state: { state: "queued", ahead: 0 } },
  { id: running, owner: "anna", state: { state: "running" } },
  { id: "foreign", state: succeeded },
  { id: "lost", owner: "anna", state: { state: "lost", reason: "its worker is gone" } },
  { id: "failed", owner: "anna", state: failed },
  { id: ofBen, owner: "ben", state: succeeded },
  { id: "done", owner: "anna", state: succeeded },
];

let ask: (path: string, body?: unknown, owner?: string) => Promise<readonly [status: number, body: unknown]>;
beforeEach(() => {
  const { facade } = startFacade(recordedPrompts(prompts).calls);
  ask = async (path, body, owner = "anna") => {
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const reply = await facade.send({ path, owner, ...sent });
    const text = await reply.text();
    return [reply.status, /^[[{]/.test(text) ? JSON.parse(text) : text];
  };
});
const idsAt = async (path: string, owner?: string): Promise<readonly string[]> =>
  Object.keys((await ask(path, undefined, owner))[1] as object);

it("the queue has the prompts in the order in which they run, and those of others without their contents", async () => {
  const own = [
    { 9: { class_type: "SaveImage", inputs: {} } },
    { client_id: "anna's", create_time: 1 },
    ["9"],
  ];
  const queue = {
    queue_running: [[0, running, ...own]],
    queue_pending: [
      [1, "of ben", {}, {}, []],
      [2, "next", ...own],
      [3, "waits", ...own],
    ],
  };
  expect(await ask("/queue")).toEqual([200, queue]);
});

it("the queue has prompts last that wait for something else than their turn", async () => {
  const held = {
    state: "queued",
    wait: { why: "limit", detail: "the owner has reached its limit" },
  } as const;
  const next = { state: "queued", ahead: 0, wait: { why: "turn", detail: "others run first" } } as const;
  const { facade } = startFacade(
    recordedPrompts([
      { id: "next", owner: "anna", state: next },
      { id: "held", owner: "anna", state: held },
    ]).calls,
  );
  const reply = await facade.send({ path: "/queue", owner: "anna" });
  const { queue_pending: pending } = JSON.parse(await reply.text()) as {
    readonly queue_pending: unknown[][];
  };
  expect(pending.map(([, id]) => id)).toEqual(["next", "held"]);
});

it.each([
  ["", ["done", "failed", "lost"]],
  ["?max_items=2", ["failed", "lost"]],
  ["?offset=1&max_items=1", ["failed"]],
])("the history%s has the ended prompts of the owner: %j", async (query, ids) => {
  expect(await idsAt(`/history${query}`)).toEqual(ids);
});

it.each(["max_items=x", "offset=1.5", "max_items="])("the history is refused with %s", async (query) => {
  expect((await ask(`/history?${query}`))[0]).toBe(400);
});

it("an item of the history is shown to its owner, and to nobody before it has ended", async () => {
  const item = {
    done: {
      outputs: { 9: { images: [{ filename: "a.png" }] } },
      status: {
        status_str: "success",
        completed: true,
        messages: [
          ["execution_start", { prompt_id: "done" }],
          ["execution_cached", { nodes: ["4"] }],
          ["execution_success", {}],
        ],
      },
    },
  };
  expect(await ask("/history/done")).toMatchObject([200, item]);
  expect(await ask("/history/done", undefined, "ben")).toEqual([200, {}]);
  for (const id of [running, "waits", "foreign", "nothing"])
    expect(await ask(`/history/${id}`)).toEqual([200, {}]);
});

it.each<[unknown, readonly string[]]>([
  [{ delete: ["failed", ofBen] }, ["done", "lost"]],
  [{ clear: true }, []],
  [{ clear: 0, delete: "done" }, ["done", "failed", "lost"]],
])("the change %j hides items of the owner alone", async (change, left) => {
  expect((await ask("/history", change))[0]).toBe(200);
  // Another request looks the prompt up again.
  await ask("/api/jobs/failed/cancel", {});
  expect(await idsAt("/history")).toEqual(left);
  expect(await idsAt("/history", "ben")).toEqual([ofBen]);
  expect((await ask("/history/failed"))[1]).toEqual(
    left.includes("failed") ? { failed: expect.anything() } : {},
  );
});

it.each(["/history", "/queue"])("a change of %s that is no object is refused", async (path) => {
  expect(await ask(path, ["clear"])).toMatchObject([400, { error: { type: "invalid_request" } }]);
});

it("the jobs of an owner are its prompts in all states", async () => {
  const [, { jobs }] = (await ask("/api/jobs?sort_order=asc")) as [
    number,
    { jobs: Record<string, unknown>[] },
  ];
  expect(new Map(jobs.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [running, "in_progress"],
      ["next", "pending"],
      ["waits", "pending"],
      ["done", "completed"],
      ["failed", "failed"],
      ["lost", "failed"],
    ]),
  );
  expect(await ask("/api/jobs/failed")).toMatchObject([200, { id: "failed", status: "failed" }]);
  expect((await ask(`/api/jobs/${ofBen}`))[0]).toBe(404);
  expect((await ask("/api/jobs?limit=x"))[0]).toBe(400);
});

it("a cancel of jobs says whether one was stopped", async () => {
  expect(await ask("/api/jobs/cancel", { job_ids: [running, ofBen] })).toEqual([200, { cancelled: true }]);
  expect(await ask(`/api/jobs/${ofBen}/cancel`, {})).toEqual([200, { cancelled: false }]);
  for (const body of [{}, { job_ids: [] }, [], { job_ids: [7] }])
    expect((await ask("/api/jobs/cancel", body))[0]).toBe(400);
});
