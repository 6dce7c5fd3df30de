// Where a prompt is: history, then queue, then history again.

import { fault, PictorError } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../network.test.support.js";
import { collected, opened, rejection } from "../remote.test.support.js";
import { routesOf } from "../routes.js";
import { promptState } from "./state.js";

const refused = (status: number) =>
  fault("AUTH_REFUSED", { where: "https://id/token", reason: `status ${status}` }, { more: { status } });

const entry = (id: string, number = 1) => [number, id, {}, {}, ["9"]];
const done = { p: { prompt: entry("p"), outputs: {}, status: { status_str: "success", messages: [] } } };

test.each([
  ["in the history", [{ json: done }], [], [], "succeeded"],
  ["running", [{ json: {} }], [entry("p")], [entry("q")], "running"],
  ["waiting", [{ json: {} }], [entry("q")], [entry("r"), entry("p")], "queued"],
  ["nowhere", [{ json: {} }], [entry("q")], [], "unknown"],
  ["ending between the questions", [{ json: {} }, { json: done }], [], [], "succeeded"],
])("%s", async (_case, histories, running, pending, state) => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/history/p", ...histories);
  peer.answer("GET /api/queue", { json: { queue_running: running, queue_pending: pending } });
  expect((await backend.state("p")).state).toBe(state);
});

const inQueue = (running: readonly unknown[], pending: readonly unknown[]) => ({
  json: { queue_running: running, queue_pending: pending },
});

test("its place among those that wait: by number, then by the text of the id, whatever the order on the wire", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/history/p", { json: {} });
  const heap = [entry("late", 7), entry("p", 2.5), entry("b", 2.5), entry("q", 2.5), entry("first", -1)];
  peer.answer("GET /api/queue", inQueue([entry("r", 0)], heap));
  expect(await backend.state("p")).toEqual({ state: "queued", ahead: 2, idle: false });
});

test("prompts wait and nothing runs: the worker is idle, or dead", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/history/p", { json: {} });
  peer.answer("GET /api/queue", inQueue([], [entry("p")]));
  expect(await backend.state("p")).toEqual({ state: "queued", ahead: 0, idle: true });
});

test("one of several that a hosted server runs at once", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/history/p", { json: {} });
  peer.answer("GET /api/queue", inQueue([entry("r"), entry("p"), entry("s")], []));
  expect(await backend.state("p")).toEqual({ state: "running" });
});

test("a prompt that is under way costs one request, and its ending two", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/prompt", { json: { prompt_id: "p" } });
  peer.answer("GET /api/history/p", { json: done });
  peer.answer("GET /api/queue", inQueue([], [entry("p")]), inQueue([entry("p")], []), inQueue([], []));
  await backend.submit({ promptId: "p", graph: {} });
  const states = [await backend.state("p"), await backend.state("p"), await backend.state("p")];
  expect(states.map(({ state }) => state)).toEqual(["queued", "running", "succeeded"]);
  const asked = peer.seen.slice(1).map(({ path }) => path);
  expect(asked).toEqual(["/api/queue", "/api/queue", "/api/queue", "/api/history/p"]);
});

test("a prompt whose last message was heard costs one request", async () => {
  const { backend, peer } = await opened();
  const { listener, next } = collected();
  peer.answer("POST /api/prompt", { json: { prompt_id: "p" } });
  peer.answer("GET /api/history/p", { json: done });
  await backend.events(listener);
  const { socket } = await peer.socket();
  await backend.submit({ promptId: "p", graph: {} });
  socket.send(JSON.stringify({ type: "executing", data: { prompt_id: "p", node: null } }));
  await next("ended");
  expect(await backend.state("p")).toEqual({ state: "succeeded", outputs: [], shown: [], cached: [] });
  expect(peer.seen.slice(2).map(({ path }) => path)).toEqual(["/api/history/p"]);
});

test.each([
  [429, "BACKEND_UNREACHABLE"],
  [502, "BACKEND_UNREACHABLE"],
  [503, "BACKEND_UNREACHABLE"],
  [504, "BACKEND_UNREACHABLE"],
  [500, "BACKEND_REPLY"],
  [401, "AUTH_REQUIRED"],
])("a server whose proxy says %i: %s", async (status, code) => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/history/p", { status, text: "secret words" });
  const error = await rejection(backend.state("p"));
  expect(error.code).toBe(code);
  expect(error.message).toContain(`status ${status}`);
  expect(error.message).not.toContain("secret");
});

test.each([
  [fault("AUTH_UNREACHABLE", { where: "https://id/token", reason: "timed out" }), "BACKEND_UNREACHABLE"],
  [refused(503), "BACKEND_UNREACHABLE"],
  [
    new PictorError("TICKET_OFFICE_CLOSED", "It is closed.", "", {}, undefined, "AUTH_UNREACHABLE"),
    "BACKEND_UNREACHABLE",
  ],
  [refused(401), "AUTH_REFUSED"],
])("a token that is not to be had: %s", async (error, code) => {
  const send = () => Promise.reject(error);
  const peer = {
    network: { ...testNetwork, send },
    link: { losses: 0, outages: 0 },
    routes: routesOf("http://h/", "/api"),
    auth: "login",
    closed: new AbortController().signal,
  };
  expect((await rejection(promptState(peer, "p"))).code).toBe(code);
});
