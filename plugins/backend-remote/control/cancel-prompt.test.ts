// Cancelling a prompt without affecting other clients' prompts.

import { fault } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../testing/test-network.js";
import type { Answer } from "../testing/fake-server.js";
import { openTestBackend, rejection, type TestBackend } from "../testing/open-test-backend.js";
import { parseQueue } from "../prompts/queue.js";
import { nextCancelStep } from "./cancel-prompt.js";

const queue = (running: readonly string[], pending: readonly string[]) => {
  const entries = (ids: readonly string[]) => ids.map((id, index) => [index, id, {}, {}, []]);
  return { json: { queue_running: entries(running), queue_pending: entries(pending) } };
};
const postsOf = ({ server }: TestBackend) =>
  server.received
    .filter(({ method, path }) => method === "POST" && !path.startsWith("/api/jobs"))
    .map(({ path, body }) => [path, body]);
const interruption = ["/api/interrupt", '{"prompt_id":"p"}'];
const interrupted = { status: { status_str: "error", messages: [["execution_interrupted", {}]] } };

/** A backend on a server without the route for cancelling jobs; each reading of its queue returns the next of `queues`. */
async function openWithQueues(...queues: readonly Answer[]): Promise<TestBackend> {
  const open = await openTestBackend();
  open.server.answer("GET /api/queue", ...queues);
  open.server.answer("GET /api/history/p", { json: {} });
  open.server.answer("POST /api/queue", {});
  open.server.answer("POST /api/interrupt", {});
  open.server.answer("POST /api/jobs/p/cancel", { status: 405, text: "405: Method Not Allowed" });
  return open;
}

/** Cancels the prompt and lets the pauses pass; returns the outcome and the pauses. */
async function cancelAndPass({ backend, clock }: TestBackend) {
  const pauses: number[] = [];
  const over = new AbortController();
  const pass = async (): Promise<void> => {
    while (!over.signal.aborted) {
      pauses.push(await clock.nextTimer());
      clock.fireTimers();
    }
  };
  void pass();
  const outcome = await backend.cancel("p");
  over.abort();
  return { outcome, pauses };
}

test.each([
  [[], ["p"], false, "delete"],
  [["p"], [], false, "interrupt"],
  [["other"], ["p"], false, "delete"],
  [["other"], [], false, "absent"],
  [["p", "other"], [], false, "refused"],
  [["p", "other"], [], true, "interrupt"],
])("running %o, queued %o, targeted %s: %s", (running, pending, targeted, step) => {
  expect(nextCancelStep(parseQueue(queue(running, pending).json), "p", targeted)).toBe(step);
});

const deletion = ["/api/queue", '{"delete":["p"]}'];
test.each<readonly [string, readonly Answer[], string, readonly number[], readonly unknown[]]>([
  // The situation; the queues, the outcome, the pauses and the requests.
  [
    "a queued prompt is deleted while another client's prompt runs",
    [queue(["other"], ["p"]), queue(["other"], [])],
    "removed",
    [],
    [deletion],
  ],
  [
    "a running prompt is interrupted by its id, and another client's that starts then is not",
    [queue(["p"], ["other"]), queue(["other"], [])],
    "interrupting",
    [50],
    [interruption],
  ],
  [
    "a prompt that starts while it is being deleted is interrupted",
    [queue(["other"], ["p"]), queue(["p"], []), queue([], [])],
    "interrupting",
    [150],
    [deletion, interruption],
  ],
  [
    "an interrupt before the start of the run has no effect and is sent again while the prompt runs",
    [queue(["p"], []), queue(["p"], []), queue([], [])],
    "interrupting",
    [50, 150],
    [interruption, interruption],
  ],
  [
    "a node that ignores interrupts is interrupted four times",
    [queue(["p"], [])],
    "interrupting",
    [50, 150, 300],
    Array(4).fill(interruption),
  ],
  [
    "while another prompt runs too, an unknown version is not interrupted",
    [queue(["p", "other"], [])],
    "refused",
    [],
    [],
  ],
  ["a prompt that is neither queued nor running is gone", [queue(["other"], [])], "gone", [], []],
])("%s", async (_case, queues, outcome, pauses, posts) => {
  const open = await openWithQueues(...queues);
  expect(await cancelAndPass(open)).toEqual({ outcome, pauses });
  expect(postsOf(open)).toEqual(posts);
});

test("after an event of the run, one interrupt is enough", async () => {
  const open = await openWithQueues(queue(["p"], []));
  open.server.answer("POST /api/prompt", { json: { prompt_id: "p" } });
  const started = new Promise<void>((resolve) => {
    void open.backend.events(({ type }) => {
      if (type === "node") resolve();
    });
  });
  const { socket } = await open.server.socket();
  await open.backend.submit({ promptId: "p", graph: {} });
  socket.send(JSON.stringify({ type: "executing", data: { prompt_id: "p", node: "3" } }));
  await started;
  expect(await open.backend.cancel("p")).toBe("interrupting");
  expect(postsOf(open).slice(1)).toEqual([interruption]);
});

test("a prompt that ends while it is being deleted is gone", async () => {
  const open = await openWithQueues(queue([], ["p"]), queue([], []));
  open.server.answer("GET /api/history/p", { json: { p: {} } });
  expect((await cancelAndPass(open)).outcome).toBe("gone");
});

test.each([
  ["0.3.56", "refused"],
  ["0.3.57", "interrupting"],
  ["simulator", "refused"],
])("while another prompt runs too, version %s: %s", async (comfyui_version, outcome) => {
  const open = await openWithQueues(queue(["p", "other"], []), queue(["other"], []));
  open.server.answer("GET /api/system_stats", { json: { system: { comfyui_version } } });
  expect((await cancelAndPass(open)).outcome).toBe(outcome);
  expect(postsOf(open)).toEqual(outcome === "refused" ? [] : [interruption]);
});

test.each<readonly [string, readonly string[], object, string]>([
  ["it runs until the node checks for the interrupt", ["p"], {}, "interrupting"],
  ["it was interrupted at once", [], { p: interrupted }, "interrupting"],
  ["it was queued", [], {}, "removed"],
  ["it had ended before", [], { p: {} }, "gone"],
])("the server cancels the job itself: %s", async (_case, running, history, outcome) => {
  const open = await openWithQueues(queue(running, []));
  open.server.answer("POST /api/jobs/p/cancel", { json: { cancelled: true } });
  open.server.answer("GET /api/history/p", { json: history });
  expect((await cancelAndPass(open)).outcome).toBe(outcome);
  expect(postsOf(open)).toEqual([]);
});

test("a server that declines to cancel the job: the older routes are used", async () => {
  const open = await openWithQueues(queue(["other"], ["p"]), queue(["other"], []));
  open.server.answer("POST /api/jobs/p/cancel", { json: { cancelled: false } });
  expect((await cancelAndPass(open)).outcome).toBe("removed");
});

test.each<readonly [string, Answer]>([
  ["401", { status: 401 }],
  ["403 with a page", { status: 403, text: "<html>" }],
  ["a redirect to a sign-in page", { status: 302, headers: { location: "/login" } }],
  ["429", { status: 429 }],
  ["503", { status: 503 }],
  ["a broken connection", (response) => response.destroy()],
])("if a proxy blocks the newer route, the older ones are used: %s", async (_case, answer) => {
  const open = await openWithQueues(queue(["other"], ["p"]), queue(["other"], []));
  open.server.answer("POST /api/jobs/p/cancel", answer);
  open.server.answer("GET /login", { text: "<html>" });
  expect((await cancelAndPass(open)).outcome).toBe("removed");
  expect(postsOf(open)).toEqual([deletion]);
});

test("the error names both failures if the older routes are refused too", async () => {
  const open = await openWithQueues({ status: 403 });
  open.server.answer("POST /api/jobs/p/cancel", { status: 401 });
  for (const error of [
    await rejection(open.backend.cancel("p")),
    await rejection(open.backend.cancel("p")),
  ]) {
    expect(error).toMatchObject({ code: "AUTH_REQUIRED", details: { status: 403 } });
    expect(error.message).toContain("status 401");
  }
});

test("a refused token is not requested again for the older routes", async () => {
  let asked = 0;
  const send = () => {
    asked++;
    return Promise.reject(fault("AUTH_REFUSED", { where: "https://id/token", reason: "status 400" }));
  };
  const { backend } = await openTestBackend({ network: { ...testNetwork, send } });
  expect([(await rejection(backend.cancel("p"))).code, asked]).toEqual(["AUTH_REFUSED", 1]);
});
