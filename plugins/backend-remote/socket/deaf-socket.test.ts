// Open sockets that are dead or deaf, tested with a whole instance.

import type { Network } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { advanceableClock } from "../testing/advanceable-clock.js";
import { testNetwork } from "../testing/test-network.js";
import { collectEvents, openTestBackendWith } from "../testing/open-test-backend.js";

/** A network whose sockets have this `ping`. */
const pinging = (ping: () => Promise<void>): Network => ({
  ...testNetwork,
  connect: async (request, handlers, options) => {
    const socket = await testNetwork.connect(request, handlers, options);
    return { ...socket, ping };
  },
});
const noPong = (): Promise<void> => Promise.reject(new Error("no pong"));
const message = (type: string, data: unknown): string => JSON.stringify({ type, data });
const busy = { json: { queue_running: [[1, "p", {}, {}, []]], queue_pending: [] } };

async function openWithListener(network: Network = testNetwork) {
  const clock = advanceableClock();
  const open = await openTestBackendWith(clock, { network });
  const { listener, events, next } = collectEvents();
  await open.backend.events(listener);
  await next("status");
  const { socket, path } = await open.server.socket();
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  open.server.answer("POST /api/prompt", { json: { prompt_id: "p" } });
  open.server.answer("GET /api/queue", busy);
  open.server.answer("GET /api/history/p", { json: {} });
  const states = (): readonly string[] =>
    events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
  return { ...open, next, socket, path, closed, states };
}

test("dead: after 30 seconds without a message or a pong, the socket is aborted and another one opened", async () => {
  const { clock, server, next, closed, states, path } = await openWithListener(pinging(noPong));
  await next("connection");
  await clock.advance(20_000);
  expect(await next("connection")).toEqual({ type: "connection", state: "lost" });
  expect(await closed).toBe(1006);
  await clock.passReconnectPause();
  expect((await server.socket()).path).toBe(path);
  await next("connection");
  expect(states()).toEqual(["open", "lost", "open"]);
});

test("deaf after a submission: the socket is closed with a closing handshake, and another one opened for the same client id", async () => {
  const { backend, clock, server, closed, states, path, next } = await openWithListener();
  await backend.submit({ promptId: "p", graph: {} });
  await clock.advance(2_000);
  expect(await closed).toBe(1005); // a close frame without a code
  await clock.passReconnectPause();
  const renewed = await server.socket();
  expect(renewed.path).toBe(path);
  renewed.socket.send(message("executing", { node: "2" }));
  expect(await next("node")).toEqual({ type: "node", promptId: "p", node: "2" });
  // `open` is reported again, so that the record is read for missed events; no loss is reported.
  expect(states()).toEqual(["open", "open"]);
});

test("deaf, and the server accepts no other socket: the connection is lost", async () => {
  const { backend, clock, server, closed, states, next } = await openWithListener();
  await next("connection");
  await backend.submit({ promptId: "p", graph: {} });
  server.refuseSockets(503);
  await clock.advance(2_000);
  await closed;
  await clock.passReconnectPause();
  expect(await next("connection")).toEqual({ type: "connection", state: "lost" });
  server.refuseSockets(undefined);
  await clock.advance(1_000);
  await next("connection");
  expect(states()).toEqual(["open", "lost", "open"]);
});

test("a silent prompt of another program does not make the socket deaf", async () => {
  const { backend, clock, states } = await openWithListener();
  for (let poll = 0; poll < 10; poll++) {
    await clock.advance(5_000);
    await backend.state("p");
  }
  expect(states()).toEqual(["open"]);
});
