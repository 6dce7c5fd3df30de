// Finding a prompt: in the history, in the queue, then in the history again.

import { fault, PictorError } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../testing/test-network.js";
import { collectEvents, manualClock, openTestBackend, rejection } from "../testing/open-test-backend.js";
import { serverAt } from "../server/requests.js";
import { routesOf } from "../server/routes.js";
import { readPromptState } from "./find-prompt.js";

const refused = (status: number) =>
  fault("AUTH_REFUSED", { where: "https://id/token", reason: `status ${status}` }, { more: { status } });

const entry = (id: string, number = 1) => [number, id, {}, {}, ["9"]];
const done = { p: { prompt: entry("p"), outputs: {}, status: { status_str: "success", messages: [] } } };

test.each([
  ["in the history", [{ json: done }], [], [], "succeeded"],
  ["running", [{ json: {} }], [entry("p")], [entry("q")], "running"],
  ["queued", [{ json: {} }], [entry("q")], [entry("r"), entry("p")], "queued"],
  ["nowhere", [{ json: {} }], [entry("q")], [], "unknown"],
  ["ending between the requests", [{ json: {} }, { json: done }], [], [], "succeeded"],
])("%s", async (_case, histories, running, pending, state) => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/history/p", ...histories);
  server.answer("GET /api/queue", { json: { queue_running: running, queue_pending: pending } });
  expect((await backend.state("p")).state).toBe(state);
});

const inQueue = (running: readonly unknown[], pending: readonly unknown[]) => ({
  json: { queue_running: running, queue_pending: pending },
});

test("the position of a queued prompt follows from the numbers, then the ids, whatever the order of the reply", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/history/p", { json: {} });
  const heap = [entry("late", 7), entry("p", 2.5), entry("b", 2.5), entry("q", 2.5), entry("first", -1)];
  server.answer("GET /api/queue", inQueue([entry("r", 0)], heap));
  expect(await backend.state("p")).toEqual({ state: "queued", ahead: 2, idle: false });
});

test("a queue without a running prompt is idle", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/history/p", { json: {} });
  server.answer("GET /api/queue", inQueue([], [entry("p")]));
  expect(await backend.state("p")).toEqual({ state: "queued", ahead: 0, idle: true });
});

test("on a hosted server, several prompts may be running", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/history/p", { json: {} });
  server.answer("GET /api/queue", inQueue([entry("r"), entry("p"), entry("s")], []));
  expect(await backend.state("p")).toEqual({ state: "running" });
});

test("an active prompt takes one request, its ending takes two", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/prompt", { json: { prompt_id: "p" } });
  server.answer("GET /api/history/p", { json: done });
  server.answer("GET /api/queue", inQueue([], [entry("p")]), inQueue([entry("p")], []), inQueue([], []));
  await backend.submit({ promptId: "p", graph: {} });
  const states = [await backend.state("p"), await backend.state("p"), await backend.state("p")];
  expect(states.map(({ state }) => state)).toEqual(["queued", "running", "succeeded"]);
  const requested = server.received.slice(1).map(({ path }) => path);
  expect(requested).toEqual(["/api/queue", "/api/queue", "/api/queue", "/api/history/p"]);
});

test("a prompt whose end was received takes one request", async () => {
  const { backend, server } = await openTestBackend();
  const { listener, next } = collectEvents();
  server.answer("POST /api/prompt", { json: { prompt_id: "p" } });
  server.answer("GET /api/history/p", { json: done });
  await backend.events(listener);
  const { socket } = await server.socket();
  await backend.submit({ promptId: "p", graph: {} });
  socket.send(JSON.stringify({ type: "executing", data: { prompt_id: "p", node: null } }));
  await next("ended");
  expect(await backend.state("p")).toEqual({
    state: "succeeded",
    outputs: [],
    shown: [],
    cached: [],
    texts: [],
    silent: [],
  });
  expect(server.received.slice(2).map(({ path }) => path)).toEqual(["/api/history/p"]);
});

test.each([
  [429, "BACKEND_UNREACHABLE"],
  [502, "BACKEND_UNREACHABLE"],
  [503, "BACKEND_UNREACHABLE"],
  [504, "BACKEND_UNREACHABLE"],
  [500, "BACKEND_REPLY"],
  [401, "AUTH_REQUIRED"],
])("a proxy that answers %i: %s", async (status, code) => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/history/p", { status, text: "secret words" });
  const error = await rejection(backend.state("p"));
  expect(error.code).toBe(code);
  expect(error.message).toContain(`status ${status}`);
  expect(error.message).not.toContain("secret");
});

test.each([
  [fault("AUTH_UNREACHABLE", { where: "https://id/token", reason: "timed out" }), "BACKEND_UNREACHABLE"],
  [refused(503), "BACKEND_UNREACHABLE"],
  [
    new PictorError("TICKET_OFFICE_CLOSED", "It is closed.", "", {}, { base: "AUTH_UNREACHABLE" }),
    "BACKEND_UNREACHABLE",
  ],
  [refused(401), "AUTH_REFUSED"],
])("a token that cannot be obtained: %s", async (error, code) => {
  const send = () => Promise.reject(error);
  const shared = { network: { ...testNetwork, send }, clock: manualClock() };
  const login = { name: "studio", auth: "login" };
  const server = serverAt(routesOf("http://h/", "/api"), login, shared, new AbortController().signal);
  expect((await rejection(readPromptState(server, "p"))).code).toBe(code);
});
