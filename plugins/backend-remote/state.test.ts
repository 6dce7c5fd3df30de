// Where a prompt is: history, then queue, then history again.

import { fault } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "./network.test.support.js";
import { opened, rejection } from "./remote.test.support.js";
import { routesOf } from "./routes.js";
import { promptState } from "./state.js";

const refused = (status: number) => {
  const said = { url: "https://id/token", error: `status ${status}`, description: "", advice: "" };
  return fault("OAUTH_REFUSED", said, { more: { status } });
};

const entry = (id: string) => [1, id, {}, {}, ["9"]];
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
  [fault("OAUTH_UNREACHABLE", { url: "https://id/token", reason: "timed out" }), "BACKEND_UNREACHABLE"],
  [refused(503), "BACKEND_UNREACHABLE"],
  [refused(401), "OAUTH_REFUSED"],
])("a token that is not to be had: %s", async (error, code) => {
  const send = () => Promise.reject(error);
  const peer = {
    network: { ...testNetwork, send },
    routes: routesOf("http://h/", "/api"),
    auth: "login",
    closed: new AbortController().signal,
  };
  expect((await rejection(promptState(peer, "p"))).code).toBe(code);
});
