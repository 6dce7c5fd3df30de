// Where a prompt is: history, then queue, then history again.

import { expect, test } from "vitest";
import { opened } from "./remote.test.support.js";

const entry = (id: string) => [1, id, {}, {}, ["9"]];
const done = { p: { prompt: entry("p"), outputs: {}, status: { status_str: "success", messages: [] } } };

test.each([
  ["in the history", [{ json: done }], [], [], "succeeded"],
  ["running", [{ json: {} }], [entry("p")], [entry("q")], "running"],
  ["waiting", [{ json: {} }], [entry("q")], [entry("r"), entry("p")], "queued"],
  ["nowhere", [{ json: {} }], [entry("q")], [], "unknown"],
  ["ending between the questions", [{ json: {} }, { json: done }], [], [], "succeeded"],
])("%s", async (_case, histories, running, pending, state) => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/history/p", ...histories);
  peer.answer("GET /api/queue", { json: { queue_running: running, queue_pending: pending } });
  expect((await backend.state("p")).state).toBe(state);
});
