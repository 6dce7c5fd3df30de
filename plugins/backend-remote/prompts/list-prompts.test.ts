// The list of prompts: queue and history together.

import { expect, test } from "vitest";
import { openTestBackend } from "../testing/open-test-backend.js";

const entry = (id: string, number: number, extra: object = {}) => [number, id, {}, extra, ["9"]];
const item = (id: string, kind: string, extra: object = {}) => [
  id,
  { prompt: entry(id, 0, extra), outputs: {}, status: { status_str: "?", messages: [[kind, {}]] } },
];
const ended = (...items: readonly (readonly unknown[])[]) => ({
  json: Object.fromEntries(items as [string, unknown][]) as object,
});

test("queued, running and ended prompts are listed, newest first", async () => {
  const { backend, server } = await openTestBackend();
  const own = { pictor: { workflow: "txt2img" }, create_time: 1767000000000, client_id: "c" };
  const pending = [entry("third", 5), entry("second", 4, own)];
  server.answer("GET /api/queue", { json: { queue_running: [entry("first", 3)], queue_pending: pending } });
  server.answer(
    "GET /api/history",
    ended(
      item("a", "execution_success", own),
      item("b", "execution_interrupted"),
      item("c", "execution_error"),
    ),
  );
  const record = { record: { workflow: "txt2img" }, createdAt: 1767000000000 };
  expect(await backend.prompts()).toEqual([
    { promptId: "third", state: "queued", ahead: 1 },
    { promptId: "second", state: "queued", ahead: 0, ...record },
    { promptId: "first", state: "running" },
    { promptId: "c", state: "failed" },
    { promptId: "b", state: "interrupted" },
    { promptId: "a", state: "succeeded", ...record },
  ]);
});

test.each([
  [undefined, "50"],
  [3, "3"],
  [0, "0"],
])("a limit of %s requests %s ended prompts", async (limit, requested) => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/queue", { json: { queue_running: [], queue_pending: [] } });
  server.answer("GET /api/history", { json: {} });
  expect(await backend.prompts(limit === undefined ? {} : { limit })).toEqual([]);
  expect(server.received.map(({ path }) => path)).toEqual([
    "/api/queue",
    `/api/history?max_items=${requested}`,
  ]);
});

test("a prompt that ends between the two requests is listed once, as ended", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/queue", { json: { queue_running: [entry("a", 1)], queue_pending: [] } });
  server.answer("GET /api/history", ended(item("a", "execution_success")));
  expect(await backend.prompts()).toEqual([{ promptId: "a", state: "succeeded" }]);
});

test("a record that is not an object is ignored", async () => {
  const { backend, server } = await openTestBackend();
  const extra = { pictor: ["x"] };
  server.answer("GET /api/queue", { json: { queue_running: [entry("a", 1, extra)], queue_pending: [] } });
  server.answer("GET /api/history", { json: {} });
  expect(await backend.prompts()).toEqual([{ promptId: "a", state: "running" }]);
});
