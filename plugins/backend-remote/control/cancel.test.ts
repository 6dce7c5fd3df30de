// Taking a prompt back, and never another client's.

import { fault } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../network.test.support.js";
import type { Answer } from "../peer.test.support.js";
import { opened, rejection } from "../remote.test.support.js";
import type { Opened } from "../remote.test.support.js";
import { queueOf } from "../record/queue.js";
import { cancelStep } from "./cancel.js";

const queue = (running: readonly string[], pending: readonly string[]) => {
  const entries = (ids: readonly string[]) => ids.map((id, index) => [index, id, {}, {}, []]);
  return { json: { queue_running: entries(running), queue_pending: entries(pending) } };
};
const posts = ({ peer }: Opened) =>
  peer.seen
    .filter(({ method, path }) => method === "POST" && !path.startsWith("/api/jobs"))
    .map(({ path, body }) => [path, body]);
const interruption = ["/api/interrupt", '{"prompt_id":"p"}'];
const interrupted = { status: { status_str: "error", messages: [["execution_interrupted", {}]] } };

/** A server of the kind before the list of jobs, with these queues one after the other. */
async function at(...queues: readonly Answer[]): Promise<Opened> {
  const open = await opened();
  open.peer.answer("GET /api/queue", ...queues);
  open.peer.answer("GET /api/history/p", { json: {} });
  open.peer.answer("POST /api/queue", {});
  open.peer.answer("POST /api/interrupt", {});
  open.peer.answer("POST /api/jobs/p/cancel", { status: 405, text: "405: Method Not Allowed" });
  return open;
}

/** Cancels, and lets the pauses between two looks at the queue pass; they are returned too. */
async function cancelled({ backend, clock }: Opened) {
  const pauses: number[] = [];
  const over = new AbortController();
  const pass = async (): Promise<void> => {
    while (!over.signal.aborted) {
      pauses.push(await clock.pause());
      clock.elapse();
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
])("running %o, waiting %o, targeted %s: %s", (running, pending, targeted, step) => {
  expect(cancelStep(queueOf(queue(running, pending).json), "p", targeted)).toBe(step);
});

test("a waiting prompt is removed while another client's runs on", async () => {
  const open = await at(queue(["other"], ["p"]), queue(["other"], []));
  expect(await cancelled(open)).toEqual({ outcome: "removed", pauses: [] });
  expect(posts(open)).toEqual([["/api/queue", '{"delete":["p"]}']]);
});

test("a running prompt is interrupted by its id", async () => {
  const open = await at(queue(["p"], ["other"]), queue(["other"], []));
  expect((await cancelled(open)).outcome).toBe("interrupting");
  expect(posts(open)).toEqual([interruption]);
});

test("a prompt that starts while it is being deleted is interrupted", async () => {
  const open = await at(queue(["other"], ["p"]), queue(["p"], []), queue([], []));
  expect((await cancelled(open)).outcome).toBe("interrupting");
  expect(posts(open)).toEqual([["/api/queue", '{"delete":["p"]}'], interruption]);
});

test("an interrupt that comes before the run has begun is lost there, so it is sent again while the prompt runs", async () => {
  const open = await at(queue(["p"], []), queue(["p"], []), queue([], []));
  expect(await cancelled(open)).toEqual({ outcome: "interrupting", pauses: [50, 150] });
  expect(posts(open)).toEqual([interruption, interruption]);
});

test("a node that does not listen is not interrupted for ever", async () => {
  const open = await at(queue(["p"], []));
  expect(await cancelled(open)).toEqual({ outcome: "interrupting", pauses: [50, 150, 300] });
  expect(posts(open)).toHaveLength(4);
});

test("once a node of the run was heard of, one interrupt is enough", async () => {
  const open = await at(queue(["p"], []));
  open.peer.answer("POST /api/prompt", { json: { prompt_id: "p" } });
  const started = new Promise<void>((resolve) => {
    void open.backend.events(({ type }) => {
      if (type === "node") resolve();
    });
  });
  const { socket } = await open.peer.socket();
  await open.backend.submit({ promptId: "p", graph: {} });
  socket.send(JSON.stringify({ type: "executing", data: { prompt_id: "p", node: "3" } }));
  await started;
  expect(await open.backend.cancel("p")).toBe("interrupting");
  expect(posts(open).slice(1)).toEqual([interruption]);
});

test("another client's prompt that has started in place of ours is left alone", async () => {
  const open = await at(queue(["p"], ["other"]), queue(["other"], []));
  await cancelled(open);
  expect(posts(open)).toHaveLength(1);
});

test("a prompt that ends while it is being deleted is gone", async () => {
  const open = await at(queue([], ["p"]), queue([], []));
  open.peer.answer("GET /api/history/p", { json: { p: {} } });
  expect((await cancelled(open)).outcome).toBe("gone");
});

test.each([
  ["0.3.56", "refused"],
  ["0.3.57", "interrupting"],
  ["simulator", "refused"],
])("where something else runs too, version %s: %s", async (comfyui_version, outcome) => {
  const open = await at(queue(["p", "other"], []), queue(["other"], []));
  open.peer.answer("GET /api/system_stats", { json: { system: { comfyui_version } } });
  expect((await cancelled(open)).outcome).toBe(outcome);
  expect(posts(open)).toEqual(outcome === "refused" ? [] : [interruption]);
});

test("where something else runs too, and no version is to be had, an interrupt could hit it", async () => {
  const open = await at(queue(["p", "other"], []));
  expect((await cancelled(open)).outcome).toBe("refused");
  expect(posts(open)).toEqual([]);
});

test("a prompt that is not there is gone, and nothing is sent", async () => {
  const open = await at(queue(["other"], []));
  expect((await cancelled(open)).outcome).toBe("gone");
  expect(posts(open)).toEqual([]);
});

test.each<readonly [string, readonly string[], object, string]>([
  ["it runs until its next check point", ["p"], {}, "interrupting"],
  ["it was interrupted at once", [], { p: interrupted }, "interrupting"],
  ["it waited", [], {}, "removed"],
  ["it ended before", [], { p: {} }, "gone"],
])("a server that cancels by itself: %s", async (_case, running, history, outcome) => {
  const open = await at(queue(running, []));
  open.peer.answer("POST /api/jobs/p/cancel", { json: { cancelled: true } });
  open.peer.answer("GET /api/history/p", { json: history });
  expect((await cancelled(open)).outcome).toBe(outcome);
  expect(posts(open)).toEqual([]);
});

test("a server that would not cancel is asked by the older routes", async () => {
  const open = await at(queue(["other"], ["p"]), queue(["other"], []));
  open.peer.answer("POST /api/jobs/p/cancel", { json: { cancelled: false } });
  expect((await cancelled(open)).outcome).toBe("removed");
});

test.each<readonly [string, Answer]>([
  ["401", { status: 401 }],
  ["403 with a page", { status: 403, text: "<html>" }],
  ["a redirect to a page to sign in at", { status: 302, headers: { location: "/login" } }],
  ["429", { status: 429 }],
  ["503", { status: 503 }],
  ["a broken connection", (response) => response.destroy()],
])("a proxy that bars the newer route only: %s", async (_case, answer) => {
  const open = await at(queue(["other"], ["p"]), queue(["other"], []));
  open.peer.answer("POST /api/jobs/p/cancel", answer);
  open.peer.answer("GET /login", { text: "<html>" });
  expect((await cancelled(open)).outcome).toBe("removed");
  expect(posts(open)).toEqual([["/api/queue", '{"delete":["p"]}']]);
});

test("where the older routes are refused too, the error tells both", async () => {
  const open = await at({ status: 403 });
  open.peer.answer("POST /api/jobs/p/cancel", { status: 401 });
  for (const error of [
    await rejection(open.backend.cancel("p")),
    await rejection(open.backend.cancel("p")),
  ]) {
    expect(error).toMatchObject({ code: "AUTH_REQUIRED", details: { status: 403 } });
    expect(error.message).toContain("The server's own way of cancelling was refused before: status 401. ");
  }
});

test("where nothing is sent for want of credentials, they are not asked for again", async () => {
  let asked = 0;
  const send = () => {
    asked++;
    return Promise.reject(fault("AUTH_REFUSED", { where: "https://id/token", reason: "status 400" }));
  };
  const { backend } = await opened({ network: { ...testNetwork, send } });
  expect([(await rejection(backend.cancel("p"))).code, asked]).toEqual(["AUTH_REFUSED", 1]);
});
