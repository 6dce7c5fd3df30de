// Sockets that are open and dead, or open and deaf, on a whole instance.

import type { Network } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { movedClock } from "../moved-clock.test.support.js";
import { testNetwork } from "../network.test.support.js";
import { collected, openedWith } from "../remote.test.support.js";

/** A network whose pings are answered, or not. */
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

async function listening(network: Network = testNetwork) {
  const clock = movedClock();
  const open = await openedWith(clock, { network });
  const { listener, events, next } = collected();
  await open.backend.events(listener);
  await next("status");
  const { socket, path } = await open.peer.socket();
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  open.peer.answer("POST /api/prompt", { json: { prompt_id: "p" } });
  open.peer.answer("GET /api/queue", busy);
  open.peer.answer("GET /api/history/p", { json: {} });
  const states = (): readonly string[] =>
    events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
  return { ...open, next, socket, path, closed, states };
}

test("half-open: no message and no pong for thirty seconds, so it is ended, and then another one is opened", async () => {
  const { clock, peer, next, closed, states, path } = await listening(pinging(noPong));
  await next("connection");
  await clock.advance(20_000);
  expect(await next("connection")).toEqual({ type: "connection", state: "lost" });
  expect(await closed).toBe(1006);
  await clock.passPause();
  expect((await peer.socket()).path).toBe(path);
  await next("connection");
  expect(states()).toEqual(["open", "lost", "open"]);
});

test("silent but alive: a pong is enough to keep it", async () => {
  const { clock, states } = await listening(pinging(() => Promise.resolve()));
  await clock.advance(300_000);
  expect(states()).toEqual(["open"]);
});

test("deaf after a submission: the socket is closed in all form, and opened again under the same client id", async () => {
  const { backend, clock, peer, closed, states, path, next } = await listening();
  await backend.submit({ promptId: "p", graph: {} });
  await clock.advance(2_000);
  expect(await closed).toBe(1005); // a close frame without a code
  await clock.passPause();
  const renewed = await peer.socket();
  expect(renewed.path).toBe(path);
  renewed.socket.send(message("executing", { node: "2" }));
  expect(await next("node")).toEqual({ type: "node", promptId: "p", node: "2" });
  // No loss: told open again, so that the record is looked at for what was missed.
  expect(states()).toEqual(["open", "open"]);
});

test("deaf, and the server takes no other socket: that is a loss", async () => {
  const { backend, clock, peer, closed, states, next } = await listening();
  await next("connection");
  await backend.submit({ promptId: "p", graph: {} });
  peer.refuseSockets(503);
  await clock.advance(2_000);
  await closed;
  await clock.passPause();
  expect(await next("connection")).toEqual({ type: "connection", state: "lost" });
  peer.refuseSockets(undefined);
  await clock.advance(1_000);
  await next("connection");
  expect(states()).toEqual(["open", "lost", "open"]);
});

test("deaf while the record says that our prompt runs", async () => {
  const { backend, clock, socket, next, closed } = await listening();
  await backend.submit({ promptId: "p", graph: {} });
  socket.send(message("execution_start", { prompt_id: "p" }));
  await next("started");
  for (let poll = 0; poll < 3; poll++) {
    await clock.advance(5_000);
    await backend.state("p");
  }
  expect(await closed).toBe(1005);
});

test("another program's prompt that runs in silence says nothing about our socket", async () => {
  const { backend, clock, states } = await listening();
  for (let poll = 0; poll < 10; poll++) {
    await clock.advance(5_000);
    await backend.state("p");
  }
  expect(states()).toEqual(["open"]);
});

test("two of ours are under way: what is repeated after a reconnect could be about either", async () => {
  const { backend, clock, peer, socket, next } = await listening();
  peer.answer("POST /api/prompt", { json: { prompt_id: "p" } }, { json: { prompt_id: "q" } });
  await backend.submit({ promptId: "p", graph: {} });
  await backend.submit({ promptId: "q", graph: {} });
  socket.terminate();
  await clock.passPause();
  (await peer.socket()).socket.send(message("executing", { node: "2" }));
  expect(await next("unknown")).toMatchObject({ wireType: "executing" });
});
