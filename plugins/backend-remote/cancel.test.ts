// Taking a prompt back, and never another client's.

import { expect, test } from "vitest";
import { cancelStep } from "./cancel.js";
import { opened } from "./remote.test.support.js";
import type { Opened } from "./remote.test.support.js";

const queue = (running: readonly string[], pending: readonly string[]) => {
  const entries = (ids: readonly string[]) => ids.map((id, index) => [index, id, {}, {}, []]);
  return { json: { queue_running: entries(running), queue_pending: entries(pending) } };
};
const posts = ({ peer }: Opened) =>
  peer.seen.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);

async function at(...queues: readonly ReturnType<typeof queue>[]): Promise<Opened> {
  const open = await opened();
  open.peer.answer("GET /api/queue", ...queues);
  open.peer.answer("GET /api/history/p", { json: {} });
  open.peer.answer("POST /api/queue", {});
  open.peer.answer("POST /api/interrupt", {});
  return open;
}

test.each([
  [[], ["p"], "delete"],
  [["p"], [], "interrupt"],
  [["other"], ["p"], "delete"],
  [["other"], [], "gone"],
  [["p", "other"], [], "refused"],
])("running %o, waiting %o: %s", (running, pending, step) => {
  expect(cancelStep({ running, pending }, "p")).toBe(step);
});

test("a waiting prompt is removed while another client's runs on", async () => {
  const open = await at(queue(["other"], ["p"]), queue(["other"], []));
  expect(await open.backend.cancel("p")).toBe("removed");
  expect(posts(open)).toEqual([["/api/queue", '{"delete":["p"]}']]);
});

test("a running prompt is interrupted by its id", async () => {
  const open = await at(queue(["p"], ["other"]));
  expect(await open.backend.cancel("p")).toBe("interrupting");
  expect(posts(open)).toEqual([["/api/interrupt", '{"prompt_id":"p"}']]);
});

test("a prompt that starts while it is being deleted is interrupted", async () => {
  const open = await at(queue(["other"], ["p"]), queue(["p"], []));
  expect(await open.backend.cancel("p")).toBe("interrupting");
});

test("a prompt that ends while it is being deleted is gone", async () => {
  const open = await at(queue([], ["p"]), queue([], []));
  open.peer.answer("GET /api/history/p", { json: { p: {} } });
  expect(await open.backend.cancel("p")).toBe("gone");
});

test("where something else runs too, an interrupt could hit it", async () => {
  const open = await at(queue(["p", "other"], []));
  expect(await open.backend.cancel("p")).toBe("refused");
  expect(posts(open)).toEqual([]);
});

test("a prompt that is not there is gone, and nothing is sent", async () => {
  const open = await at(queue(["other"], []));
  expect(await open.backend.cancel("p")).toBe("gone");
  expect(posts(open)).toEqual([]);
});
