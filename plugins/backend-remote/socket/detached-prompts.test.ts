// Sockets for prompts that were submitted detached.

import type { WebSocket } from "ws";
import { expect, test } from "vitest";
import { advanceableClock } from "../testing/advanceable-clock.js";
import { collectEvents, openTestBackend, openTestBackendWith } from "../testing/open-test-backend.js";
import type { TestBackend } from "../testing/open-test-backend.js";

const message = (type: string, data: unknown): string => JSON.stringify({ type, data });
const flags = { type: "feature_flags", data: { supports_preview_metadata: true } };
const closed = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.once("close", resolve));
const sockets = ({ server }: TestBackend): readonly string[] =>
  server.received.flatMap(({ path }) => /clientId=(.*)$/.exec(path)?.[1] ?? []);

/** A backend on a server with the prompt "d", which another process submitted with this client id. */
async function openWithPrompt(
  clientId: string | undefined,
  where: "queue" | "history" = "queue",
): Promise<TestBackend> {
  const open = await openTestBackend();
  const entry = [1, "d", {}, clientId === undefined ? {} : { client_id: clientId }, ["9"]];
  open.server.answer("GET /api/history/d", { json: where === "history" ? { d: { prompt: entry } } : {} });
  const running = where === "queue" ? [entry] : [];
  open.server.answer("GET /api/queue", { json: { queue_running: running, queue_pending: [] } });
  return open;
}

/** Subscribes to "d", and returns the sockets of the instance and of the prompt. */
async function subscribeToPrompt(open: Pick<TestBackend, "backend" | "server">) {
  const { listener, events, next } = collectEvents();
  const unsubscribe = await open.backend.events(listener, { promptId: "d" });
  const arrivals = [await open.server.socket(), await open.server.socket()];
  const detached = arrivals.find(({ path }) => path.endsWith("=d"));
  const main = arrivals.find(({ path }) => !path.endsWith("=d"));
  if (detached === undefined || main === undefined) throw new Error("there are not two sockets");
  return { events, next, unsubscribe, main, detached };
}

test("the events of a detached prompt arrive on a socket with its id as client id, which has sent the feature flags", async () => {
  const { main, detached, next } = await subscribeToPrompt(await openWithPrompt("d"));
  expect([main.first, detached.first]).toEqual([flags, flags]);
  detached.socket.send(message("execution_start", { prompt_id: "d" }));
  expect(await next("started")).toEqual({ type: "started", promptId: "d" });
});

test("a message replayed on that socket is about that prompt", async () => {
  const { detached, next } = await subscribeToPrompt(await openWithPrompt("d"));
  detached.socket.send(message("executing", { node: "2" }));
  expect(await next("node")).toEqual({ type: "node", promptId: "d", node: "2" });
});

test.each([
  ["a prompt of another program, whose own socket would become deaf", "its", "queue"],
  ["a prompt without a client id", undefined, "queue"],
  ["a prompt that has ended", "d", "history"],
] as const)("no second socket is opened for %s", async (_case, clientId, where) => {
  const open = await openWithPrompt(clientId, where);
  await open.backend.events(() => {}, { promptId: "d" });
  expect(sockets(open)).toHaveLength(1);
});

test("a prompt that was just recalled is not searched again", async () => {
  const open = await openWithPrompt("d");
  await open.backend.fetchSubmission("d");
  const before = open.server.received.length;
  await subscribeToPrompt(open);
  expect(open.server.received.length).toBe(before + 2);
});

test("a subscription before the submission opens the socket too", async () => {
  const open = await openWithPrompt(undefined);
  open.server.answer("GET /api/queue", { json: { queue_running: [], queue_pending: [] } });
  await subscribeToPrompt(open);
  expect(sockets(open)).toContain("d");
});

test("a prompt of the instance that is not detached needs no second socket", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/prompt", { json: { prompt_id: "d" } });
  await backend.submit({ promptId: "d", graph: {} });
  await backend.events(() => {}, { promptId: "d" });
  expect(server.received).toHaveLength(2);
});

test("broadcasts of the server are received once, and so is other clients' progress", async () => {
  const { main, detached, next, events } = await subscribeToPrompt(await openWithPrompt("d"));
  const broadcast = [
    message("status", { status: { exec_info: { queue_remaining: 7 } } }),
    message("progress", { prompt_id: "stranger", node: "1", value: 1, max: 2 }),
  ];
  for (const text of broadcast) detached.socket.send(text);
  detached.socket.send(message("execution_start", { prompt_id: "d" }));
  await next("started");
  for (const text of broadcast) main.socket.send(text);
  await next("progress");
  const received = events.filter(({ type }) => type === "progress" || type === "status");
  expect(received.filter((event) => event.type !== "status" || event.queueRemaining === 7)).toHaveLength(2);
});

test("another listener of the instance does not receive the events", async () => {
  const open = await openWithPrompt("d");
  const other = collectEvents();
  await open.backend.events(other.listener);
  const { listener, next } = collectEvents();
  await open.backend.events(listener, { promptId: "d" });
  await open.server.socket();
  (await open.server.socket()).socket.send(message("execution_start", { prompt_id: "d" }));
  await next("started");
  expect(other.events).not.toContainEqual({ type: "started", promptId: "d" });
});

test("the socket is closed when the last listener has unsubscribed", async () => {
  const open = await openWithPrompt("d");
  const { unsubscribe, detached } = await subscribeToPrompt(open);
  const unsubscribeOther = await open.backend.events(() => {}, { promptId: "d" });
  unsubscribe();
  unsubscribe();
  detached.socket.send(message("execution_start", { prompt_id: "d" }));
  expect(detached.socket.readyState).toBe(detached.socket.OPEN);
  unsubscribeOther();
  await closed(detached.socket);
  expect(sockets(open)).toHaveLength(2);
});

test("another socket for the prompt is opened only after the old one has closed", async () => {
  const open = await openWithPrompt("d");
  const { unsubscribe, detached } = await subscribeToPrompt(open);
  let hasEnded = false;
  void closed(detached.socket).then(() => (hasEnded = true));
  unsubscribe();
  await open.backend.events(() => {}, { promptId: "d" });
  expect([hasEnded, sockets(open).filter((id) => id === "d").length]).toEqual([true, 2]);
});

test("a listener of two sockets is connected while both are open", async () => {
  const open = await openWithPrompt("d");
  const { detached, next, events } = await subscribeToPrompt(open);
  detached.socket.terminate();
  await open.clock.nextTimer();
  open.clock.fireTimers();
  await next("connection");
  await next("connection");
  await next("connection");
  const states = events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
  expect(states).toEqual(["open", "lost", "open"]);
});

test("the renewal of one socket is not reported as a loss to a listener of two", async () => {
  const clock = advanceableClock();
  const open = await openTestBackendWith(clock);
  open.server.answer("POST /api/prompt", { json: { prompt_id: "d" } });
  open.server.answer("GET /api/queue", {
    json: { queue_running: [[1, "d", {}, {}, []]], queue_pending: [] },
  });
  open.server.answer("GET /api/history/d", { json: {} });
  await open.backend.submit({ promptId: "d", graph: {} }, { detached: true });
  const { detached, next, events } = await subscribeToPrompt(open);
  await next("connection");
  for (let poll = 0; poll < 3; poll++) {
    await clock.advance(5_000);
    await open.backend.state("d");
  }
  await closed(detached.socket);
  await clock.passReconnectPause();
  expect(await next("connection")).toEqual({ type: "connection", state: "open" });
  expect(events.filter((event) => event.type === "connection" && event.state !== "open")).toEqual([]);
});

test("closing the instance closes both sockets and leaves no timer", async () => {
  const open = await openWithPrompt("d");
  const { main, detached } = await subscribeToPrompt(open);
  await Promise.all([open.backend.close(), closed(main.socket), closed(detached.socket)]);
  expect(open.clock.pendingTimers).toBe(0);
});
