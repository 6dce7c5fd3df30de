// Second sockets, for prompts that were submitted detached.

import type { WebSocket } from "ws";
import { expect, test } from "vitest";
import { movedClock } from "../moved-clock.test.support.js";
import { collected, opened, openedWith } from "../remote.test.support.js";
import type { Opened } from "../remote.test.support.js";

const message = (type: string, data: unknown): string => JSON.stringify({ type, data });
const flags = { type: "feature_flags", data: { supports_preview_metadata: true } };
const closed = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.once("close", resolve));
const sockets = ({ peer }: Opened): readonly string[] =>
  peer.seen.flatMap(({ path }) => /clientId=(.*)$/.exec(path)?.[1] ?? []);

/** An instance on a server that knows the prompt "d" as another process submitted it. */
async function knowing(clientId: string | undefined, where: "queue" | "history" = "queue"): Promise<Opened> {
  const open = await opened();
  const entry = [1, "d", {}, clientId === undefined ? {} : { client_id: clientId }, ["9"]];
  open.peer.answer("GET /api/history/d", { json: where === "history" ? { d: { prompt: entry } } : {} });
  const running = where === "queue" ? [entry] : [];
  open.peer.answer("GET /api/queue", { json: { queue_running: running, queue_pending: [] } });
  return open;
}

/** Both sockets of an instance that listens to "d". */
async function both(open: Pick<Opened, "backend" | "peer">) {
  const { listener, events, next } = collected();
  const leave = await open.backend.events(listener, { promptId: "d" });
  const arrivals = [await open.peer.socket(), await open.peer.socket()];
  const beside = arrivals.find(({ path }) => path.endsWith("=d"));
  const main = arrivals.find(({ path }) => !path.endsWith("=d"));
  if (beside === undefined || main === undefined) throw new Error("there are not two sockets");
  return { events, next, leave, main, beside };
}

test("a detached prompt of another process is heard by a socket under its own id, with the flags", async () => {
  const { main, beside, next } = await both(await knowing("d"));
  expect([main.first, beside.first]).toEqual([flags, flags]);
  beside.socket.send(message("execution_start", { prompt_id: "d" }));
  expect(await next("started")).toEqual({ type: "started", promptId: "d" });
});

test("what the server repeats on that socket is about that prompt", async () => {
  const { beside, next } = await both(await knowing("d"));
  beside.socket.send(message("executing", { node: "2" }));
  expect(await next("node")).toEqual({ type: "node", promptId: "d", node: "2" });
});

test.each([
  ["another program's, whose own socket would be silenced", "its", "queue"],
  ["one without a listener", undefined, "queue"],
  ["one that has ended", "d", "history"],
] as const)("no second socket for %s", async (_case, clientId, where) => {
  const open = await knowing(clientId, where);
  await open.backend.events(() => {}, { promptId: "d" });
  expect(sockets(open)).toHaveLength(1);
});

test("a prompt that was just recalled is not looked up again", async () => {
  const open = await knowing("d");
  await open.backend.recall("d");
  const asked = open.peer.seen.length;
  await both(open);
  expect(open.peer.seen.length).toBe(asked + 2);
});

test("who listens before the submission hears it too", async () => {
  const open = await knowing(undefined);
  open.peer.answer("GET /api/queue", { json: { queue_running: [], queue_pending: [] } });
  await both(open);
  expect(sockets(open)).toContain("d");
});

test("our own prompt that is not detached needs none", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/prompt", { json: { prompt_id: "d" } });
  await backend.submit({ promptId: "d", graph: {} });
  await backend.events(() => {}, { promptId: "d" });
  expect(peer.seen).toHaveLength(2);
});

test("what the server tells everybody is heard once, and strangers' progress not twice", async () => {
  const { main, beside, next, events } = await both(await knowing("d"));
  const broadcast = [
    message("status", { status: { exec_info: { queue_remaining: 7 } } }),
    message("progress", { prompt_id: "stranger", node: "1", value: 1, max: 2 }),
  ];
  for (const text of broadcast) beside.socket.send(text);
  beside.socket.send(message("execution_start", { prompt_id: "d" }));
  await next("started");
  for (const text of broadcast) main.socket.send(text);
  await next("progress");
  const told = events.filter(({ type }) => type === "progress" || type === "status");
  expect(told.filter((event) => event.type !== "status" || event.queueRemaining === 7)).toHaveLength(2);
});

test("another listener of the instance does not hear it", async () => {
  const open = await knowing("d");
  const other = collected();
  await open.backend.events(other.listener);
  const { listener, next } = collected();
  await open.backend.events(listener, { promptId: "d" });
  await open.peer.socket();
  (await open.peer.socket()).socket.send(message("execution_start", { prompt_id: "d" }));
  await next("started");
  expect(other.events).not.toContainEqual({ type: "started", promptId: "d" });
});

test("it is closed when the last listener leaves, and not before", async () => {
  const open = await knowing("d");
  const { leave, beside } = await both(open);
  const leaveToo = await open.backend.events(() => {}, { promptId: "d" });
  leave();
  leave();
  beside.socket.send(message("execution_start", { prompt_id: "d" }));
  expect(beside.socket.readyState).toBe(beside.socket.OPEN);
  leaveToo();
  await closed(beside.socket);
  expect(sockets(open)).toHaveLength(2);
});

test("a new one is opened only when the old one has fully ended", async () => {
  const open = await knowing("d");
  const { leave, beside } = await both(open);
  let hasEnded = false;
  void closed(beside.socket).then(() => (hasEnded = true));
  leave();
  await open.backend.events(() => {}, { promptId: "d" });
  expect([hasEnded, sockets(open).filter((id) => id === "d").length]).toEqual([true, 2]);
});

test("who hears two sockets is connected while both are open", async () => {
  const open = await knowing("d");
  const { beside, next, events } = await both(open);
  beside.socket.terminate();
  await open.clock.pause();
  open.clock.elapse();
  await next("connection");
  await next("connection");
  await next("connection");
  const states = events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
  expect(states).toEqual(["open", "lost", "open"]);
});

test("a silent run whose own socket is renewed: no loss for who hears two", async () => {
  const clock = movedClock();
  const open = await openedWith(clock);
  open.peer.answer("POST /api/prompt", { json: { prompt_id: "d" } });
  open.peer.answer("GET /api/queue", { json: { queue_running: [[1, "d", {}, {}, []]], queue_pending: [] } });
  open.peer.answer("GET /api/history/d", { json: {} });
  await open.backend.submit({ promptId: "d", graph: {} }, { detached: true });
  const { beside, next, events } = await both(open);
  await next("connection");
  for (let poll = 0; poll < 3; poll++) {
    await clock.advance(5_000);
    await open.backend.state("d");
  }
  await closed(beside.socket);
  await clock.passPause();
  expect(await next("connection")).toEqual({ type: "connection", state: "open" });
  expect(events.filter((event) => event.type === "connection" && event.state !== "open")).toEqual([]);
});

test("closing the instance ends both, and leaves no timer", async () => {
  const open = await knowing("d");
  const { main, beside } = await both(open);
  await Promise.all([open.backend.close(), closed(main.socket), closed(beside.socket)]);
  expect(open.clock.pending).toBe(0);
});
