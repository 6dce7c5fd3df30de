// The socket's life: opening, breaking, coming back, being refused, closing.

import { expect, test } from "vitest";
import { collected, opened, quiet, rejection } from "../remote.test.support.js";

test("listening settles when the socket is open, after our flags were sent", async () => {
  const { backend, peer } = await opened();
  const { listener, next } = collected();
  await backend.events(listener);
  const { first, path } = await peer.socket();
  expect(first).toEqual({ type: "feature_flags", data: { supports_preview_metadata: true } });
  expect(path).toMatch(/^\/api\/ws\?clientId=[0-9a-f-]{36}$/);
  expect(await next("connection")).toEqual({ type: "connection", state: "open" });
});

test("two listeners share one socket, and one may leave", async () => {
  const { backend, peer } = await opened();
  const [one, two] = [collected(), collected()];
  const leave = await backend.events(one.listener);
  await backend.events(two.listener);
  const { socket } = await peer.socket();
  leave();
  socket.send(JSON.stringify({ type: "execution_start", data: { prompt_id: "p" } }));
  await two.next("started");
  expect(one.events).not.toContainEqual({ type: "started", promptId: "p" });
  expect(peer.seen).toHaveLength(1);
});

test("a listener that throws does not keep an event from the others", async () => {
  const { backend, peer } = await opened();
  const { listener, next } = collected();
  await backend.events(() => {
    throw new Error("mine");
  });
  await backend.events(listener);
  const { socket } = await peer.socket();
  socket.send(JSON.stringify({ type: "execution_start", data: { prompt_id: "p" } }));
  expect(await next("started")).toEqual({ type: "started", promptId: "p" });
});

test("a broken socket is opened again after a pause, with the same client id and the flags anew", async () => {
  const { backend, peer, clock } = await opened();
  const { listener, events, next } = collected();
  await backend.events(listener);
  const before = await peer.socket();
  await next("status");
  before.socket.terminate();
  expect(await clock.pause()).toBe(187.5);
  clock.elapse();
  const after = await peer.socket();
  expect(after).toMatchObject({ path: before.path, first: before.first });
  await next("status");
  const states = events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
  expect(states).toEqual(["open", "lost", "open"]);
});

test("a plain preview on a new socket is not attributed to what the old one spoke of", async () => {
  const { backend, peer, clock } = await opened();
  const { listener, next } = collected();
  await backend.events(listener);
  const before = await peer.socket();
  before.socket.send(JSON.stringify({ type: "executing", data: { prompt_id: "p", node: "3" } }));
  await next("node");
  before.socket.terminate();
  await clock.pause();
  clock.elapse();
  (await peer.socket()).socket.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 7]));
  expect(await next("unknown")).toMatchObject({ wireType: "binary 1" });
});

test("pauses grow while the server stays away, and begin anew once a connection has lasted", async () => {
  const { backend, peer, clock } = await opened();
  const { listener, next } = collected();
  await backend.events(listener);
  await next("status");
  peer.refuseSockets(503);
  (await peer.socket()).socket.terminate();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    pauses.push(await clock.pause());
    if (attempt === 6) peer.refuseSockets(undefined);
    clock.elapse();
  }
  expect(pauses).toEqual([187.5, 375, 750, 1500, 3000, 6000, 7500]);
  await next("status");
  clock.move(10_000);
  (await peer.socket()).socket.terminate();
  expect(await clock.pause()).toBe(187.5);
});

test.each([401, 403, 404, 405])(
  "no further attempt is made after a refusal with status %i",
  async (status) => {
    const { backend, peer, clock } = await opened();
    const { listener, next } = collected();
    await backend.events(listener);
    peer.refuseSockets(status);
    (await peer.socket()).socket.terminate();
    await clock.pause();
    clock.elapse();
    await next("connection");
    expect(await next("connection")).toEqual({ type: "connection", state: "lost" });
    expect(await next("connection")).toEqual({ type: "connection", state: "closed" });
    expect(clock.pending).toBe(0);
  },
);

test("after a refusal a new listener tries once more: someone may have logged in", async () => {
  const { backend, peer } = await opened();
  peer.refuseSockets(401);
  expect((await rejection(backend.events(() => {}))).code).toBe("AUTH_REQUIRED");
  peer.refuseSockets(undefined);
  await backend.events(() => {});
});

test.each([
  [401, {}, "AUTH_REQUIRED"],
  [403, { auth: "login" }, "AUTH_REJECTED"],
  [404, {}, "BACKEND_REPLY"],
  [502, {}, "BACKEND_REPLY"],
])("a first handshake refused with %i rejects (%o: %s)", async (status, options, code) => {
  const { backend, peer, clock } = await opened(options);
  peer.refuseSockets(status);
  expect((await rejection(backend.events(() => {}))).code).toBe(code);
  expect(clock.pending).toBe(0);
});

test("who begins to listen during a pause learns how the next attempt ends", async () => {
  const { backend, peer, clock } = await opened();
  await backend.events(() => {});
  (await peer.socket()).socket.terminate();
  await clock.pause();
  peer.refuseSockets(503);
  const refused = rejection(backend.events(() => {}));
  clock.elapse();
  expect((await refused).code).toBe("BACKEND_REPLY");
  await clock.pause();
  peer.refuseSockets(undefined);
  const accepted = backend.events(() => {});
  clock.elapse();
  await accepted;
});

test("nobody at the address", async () => {
  const { backend, peer } = await opened();
  await peer.close();
  expect((await rejection(backend.events(() => {}))).code).toBe("BACKEND_UNREACHABLE");
});

test("a caller who gives up leaves the handshake to the others", async () => {
  const { backend, peer } = await opened();
  const giveUp = new AbortController();
  const [mine, other] = [backend.events(() => {}, { signal: giveUp.signal }), backend.events(() => {})];
  giveUp.abort();
  await expect(mine).rejects.toThrow("aborted");
  await other;
  expect(peer.seen).toHaveLength(1);
});

test("closing ends the socket, tells the listeners once, and leaves no timer", async () => {
  const { backend, peer, clock } = await opened();
  const { listener, events } = collected();
  await backend.events(listener);
  const { socket } = await peer.socket();
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await Promise.all([backend.close(), backend.close(), ended]);
  expect(events.filter((event) => event.type === "connection").map((event) => event.state)).toEqual([
    "open",
    "closed",
  ]);
  expect(clock.pending).toBe(0);
});

test("closing during a pause cancels the next attempt", async () => {
  const { backend, peer, clock } = await opened();
  await backend.events(() => {});
  (await peer.socket()).socket.terminate();
  await clock.pause();
  await backend.close();
  expect(clock.pending).toBe(0);
});

test("a closed instance answers no call", async () => {
  const { backend } = await opened();
  await backend.close();
  expect((await rejection(backend.events(() => {}))).code).toBe("BACKEND_UNREACHABLE");
  await expect(backend.info()).rejects.toThrow("aborted");
});

test("the length of the queue is told also when no job of ours is under way", async () => {
  const { backend, peer } = await opened();
  const { listener, next } = collected();
  await backend.events(listener);
  await next("status");
  const { socket } = await peer.socket();
  socket.send(JSON.stringify({ type: "status", data: { status: { exec_info: { queue_remaining: 4 } } } }));
  expect(await next("status")).toEqual({ type: "status", queueRemaining: 4 });
});

test("a kind of message that is not known is logged once, and told each time", async () => {
  const lines: string[] = [];
  const logger = { ...quiet, debug: (line: string) => lines.push(line) };
  const { backend, peer } = await opened({ logger });
  const { listener, next } = collected();
  await backend.events(listener);
  const { socket } = await peer.socket();
  for (const type of ["pack.news", "pack.news", "other"]) socket.send(JSON.stringify({ type, data: {} }));
  const told = [await next("unknown"), await next("unknown"), await next("unknown")];
  expect(told.map(({ wireType }) => wireType)).toEqual(["pack.news", "pack.news", "other"]);
  expect(lines.map((line) => line.split(": ")[1])).toEqual(["pack.news", "other"]);
});

test("messages are told in the order in which they came, pictures among them", async () => {
  const { backend, peer } = await opened();
  const { listener, next, events } = collected();
  await backend.events(listener);
  const { socket } = await peer.socket();
  for (let value = 1; value <= 200; value++) {
    socket.send(JSON.stringify({ type: "progress", data: { prompt_id: "p", node: "3", value, max: 200 } }));
    socket.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, value]));
  }
  socket.send(JSON.stringify({ type: "executing", data: { prompt_id: "p", node: null } }));
  await next("ended");
  const order = events.flatMap((event) =>
    event.type === "progress" ? [event.value] : event.type === "preview" ? [event.bytes[0]] : [],
  );
  expect(order).toEqual(Array.from({ length: 400 }, (_, index) => Math.floor(index / 2) + 1));
});
