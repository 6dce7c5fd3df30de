// The instance's socket: opening, reconnecting, refusals and closing.

import { silentLogger } from "@pictor/host/testing";
import { expect, test } from "vitest";
import { collectEvents, openListening, openTestBackend, rejection } from "../testing/open-test-backend.js";

test("subscribing settles when the socket is open and the feature flags are sent", async () => {
  const { first, path, next } = await openListening();
  expect(first).toEqual({ type: "feature_flags", data: { supports_preview_metadata: true } });
  expect(path).toMatch(/^\/api\/ws\?clientId=[0-9a-f-]{36}$/);
  expect(await next("connection")).toEqual({ type: "connection", state: "open" });
});

test("two listeners share one socket, and one may unsubscribe", async () => {
  const { backend, server } = await openTestBackend();
  const [one, two] = [collectEvents(), collectEvents()];
  const unsubscribe = await backend.events(one.listener);
  await backend.events(two.listener);
  const { socket } = await server.socket();
  unsubscribe();
  socket.send(JSON.stringify({ type: "execution_start", data: { prompt_id: "p" } }));
  await two.next("started");
  expect(one.events).not.toContainEqual({ type: "started", promptId: "p" });
  expect(server.received).toHaveLength(1);
});

test("a listener that throws does not affect the others", async () => {
  const { backend, server } = await openTestBackend();
  const { listener, next } = collectEvents();
  await backend.events(() => {
    throw new Error("mine");
  });
  await backend.events(listener);
  const { socket } = await server.socket();
  socket.send(JSON.stringify({ type: "execution_start", data: { prompt_id: "p" } }));
  expect(await next("started")).toEqual({ type: "started", promptId: "p" });
});

test("a broken socket is reopened after a pause, with the same client id, and sends the feature flags again", async () => {
  const { server, clock, events, next, ...before } = await openListening();
  await next("status");
  before.socket.terminate();
  expect(await clock.nextTimer()).toBe(187.5);
  clock.fireTimers();
  const after = await server.socket();
  expect(after).toMatchObject({ path: before.path, first: before.first });
  await next("status");
  const states = events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
  expect(states).toEqual(["open", "lost", "open"]);
});

test("a plain preview on a new socket does not belong to the last prompt of the old one", async () => {
  const { server, clock, next, socket } = await openListening();
  socket.send(JSON.stringify({ type: "executing", data: { prompt_id: "p", node: "3" } }));
  await next("node");
  socket.terminate();
  await clock.nextTimer();
  clock.fireTimers();
  (await server.socket()).socket.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 7]));
  expect(await next("unknown")).toMatchObject({ wireType: "binary 1" });
});

test("pauses grow while the server is down and start again after a connection that lasted", async () => {
  const { server, clock, next, socket } = await openListening();
  await next("status");
  server.refuseSockets(503);
  socket.terminate();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    pauses.push(await clock.nextTimer());
    if (attempt === 6) server.refuseSockets(undefined);
    clock.fireTimers();
  }
  expect(pauses).toEqual([187.5, 375, 750, 1500, 3000, 6000, 7500]);
  await next("status");
  clock.move(10_000);
  (await server.socket()).socket.terminate();
  expect(await clock.nextTimer()).toBe(187.5);
});

test.each([401, 403, 404, 405])(
  "there is no further attempt after a refusal with status %i",
  async (status) => {
    const { server, clock, next, socket } = await openListening();
    server.refuseSockets(status);
    socket.terminate();
    await clock.nextTimer();
    clock.fireTimers();
    await next("connection");
    expect(await next("connection")).toEqual({ type: "connection", state: "lost" });
    expect(await next("connection")).toEqual({ type: "connection", state: "closed" });
    expect(clock.pendingTimers).toBe(0);
  },
);

test("after a refusal, a new listener starts another attempt", async () => {
  const { backend, server } = await openTestBackend();
  server.refuseSockets(401);
  expect((await rejection(backend.events(() => {}))).code).toBe("AUTH_REQUIRED");
  server.refuseSockets(undefined);
  await backend.events(() => {});
});

test.each([
  [401, {}, "AUTH_REQUIRED"],
  [403, { auth: "login" }, "AUTH_REJECTED"],
  [404, {}, "REMOTE_NO_WEBSOCKET"],
  [426, {}, "REMOTE_NO_WEBSOCKET"],
  [200, {}, "REMOTE_NO_WEBSOCKET"],
  [502, {}, "BACKEND_REPLY"],
])("a first handshake refused with %i rejects (%o: %s)", async (status, options, code) => {
  const { backend, server, clock } = await openTestBackend(options);
  server.refuseSockets(status);
  expect((await rejection(backend.events(() => {}))).code).toBe(code);
  expect(clock.pendingTimers).toBe(0);
});

test("a subscription during a pause settles like the next attempt", async () => {
  const { backend, server, clock } = await openTestBackend();
  await backend.events(() => {});
  (await server.socket()).socket.terminate();
  await clock.nextTimer();
  server.refuseSockets(503);
  const refused = rejection(backend.events(() => {}));
  clock.fireTimers();
  expect((await refused).code).toBe("BACKEND_REPLY");
  await clock.nextTimer();
  server.refuseSockets(undefined);
  const accepted = backend.events(() => {});
  clock.fireTimers();
  await accepted;
});

test("without a server at the address, subscribing fails", async () => {
  const { backend, server } = await openTestBackend();
  await server.close();
  expect((await rejection(backend.events(() => {}))).code).toBe("BACKEND_UNREACHABLE");
});

test("a caller that cancels does not end the handshake of the others", async () => {
  const { backend, server } = await openTestBackend();
  const controller = new AbortController();
  const [mine, other] = [backend.events(() => {}, { signal: controller.signal }), backend.events(() => {})];
  controller.abort();
  await expect(mine).rejects.toThrow("aborted");
  await other;
  expect(server.received).toHaveLength(1);
});

test("closing ends the socket, is reported once, and leaves no timer", async () => {
  const { backend, clock, events, socket } = await openListening();
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await Promise.all([backend.close(), backend.close(), ended]);
  expect(events.filter((event) => event.type === "connection").map((event) => event.state)).toEqual([
    "open",
    "closed",
  ]);
  expect(clock.pendingTimers).toBe(0);
});

test("closing during a pause cancels the next attempt", async () => {
  const { backend, clock, socket } = await openListening();
  socket.terminate();
  await clock.nextTimer();
  await backend.close();
  expect(clock.pendingTimers).toBe(0);
});

test("a closed instance rejects every call", async () => {
  const { backend } = await openTestBackend();
  await backend.close();
  expect((await rejection(backend.events(() => {}))).code).toBe("BACKEND_UNREACHABLE");
  await expect(backend.info()).rejects.toThrow("aborted");
});

test("an unknown kind of message is logged once and reported every time", async () => {
  const lines: string[] = [];
  const logger = { ...silentLogger, debug: (line: string) => lines.push(line) };
  const { next, socket } = await openListening({ logger });
  for (const type of ["pack.news", "pack.news", "other"]) socket.send(JSON.stringify({ type, data: {} }));
  const received = [await next("unknown"), await next("unknown"), await next("unknown")];
  expect(received.map(({ wireType }) => wireType)).toEqual(["pack.news", "pack.news", "other"]);
  expect(lines.map((line) => line.split(": ")[1])).toEqual(["pack.news", "other"]);
});

test("events are reported in the order of their messages, previews included", async () => {
  const { next, events, socket } = await openListening();
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
