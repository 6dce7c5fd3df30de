// Detecting whether a server has its routes below `/api` or without a prefix.

import { expect, test } from "vitest";
import { advanceableClock } from "../testing/advanceable-clock.js";
import {
  collectEvents,
  openTestBackend,
  openTestBackendWith,
  outputImage,
  rejection,
} from "../testing/open-test-backend.js";

const stats = { json: { system: { comfyui_version: "0.8.0" } } };
const page = { text: "<html>", headers: { "content-type": "text/html" } };
const paths = (requests: readonly { readonly path: string }[]) =>
  requests.map(({ path }) => path.split("?")[0]);

test("with the prefix: the request for the detection serves the first call", async () => {
  const { backend, server } = await openTestBackendWith(advanceableClock(), {
    prefix: "auto",
    path: "/comfy/",
  });
  server.answer("GET /comfy/api/system_stats", stats);
  server.answer("GET /comfy/api/object_info", { json: {} });
  expect((await backend.info()).version).toBe("0.8.0");
  await backend.catalog();
  await backend.info();
  expect(paths(server.received)).toEqual(["/comfy/api/system_stats", "/comfy/api/object_info"]);
});

test.each([
  ["404", { status: 404 }],
  ["405", { status: 405, text: "405: Method Not Allowed" }],
  ["a web page", page],
  ["a sign-in page", { status: 302, headers: { location: "/login" } }],
  ["JSON of another program", { json: { error: "what?" } }],
])("with bare routes: the other address answers with %s", async (_case, answer) => {
  const { backend, server } = await openTestBackendWith(advanceableClock(), { prefix: "auto" });
  server.answer("GET /login", page);
  server.answer("GET /api/system_stats", answer);
  server.answer("GET /system_stats", stats);
  server.answer("GET /queue", { json: { queue_running: [], queue_pending: [] } });
  server.answer("GET /view", { text: "PNG" });
  expect((await backend.info()).title).toBe(`ComfyUI at ${server.url}/`);
  const before = server.received.length;
  for await (const chunk of backend.fetchOutput(outputImage)) expect(chunk.length).toBe(3);
  await backend.events(collectEvents().listener);
  expect((await server.socket()).path).toMatch(/^\/ws\?/);
  expect(paths(server.received.slice(before))).toEqual(["/view", "/ws"]);
});

test("concurrent calls share one detection", async () => {
  const { backend, server } = await openTestBackendWith(advanceableClock(), { prefix: "auto" });
  server.answer("GET /api/system_stats", stats);
  await Promise.all([backend.info(), backend.info(), backend.events(collectEvents().listener)]);
  expect(paths(server.received)).toEqual(["/api/system_stats", "/api/ws"]);
});

test.each([
  [
    "neither address is a ComfyUI: the error is that of the first",
    { status: 404 },
    page,
    "BACKEND_REPLY",
    "/api/system_stats returned status 404",
  ],
  ["the server fails", { status: 500 }, stats, "BACKEND_REPLY", "/api/system_stats returned status 500"],
  ["a proxy answers 503", { status: 503 }, stats, "BACKEND_REPLY", "/api/system_stats returned status 503"],
  ["a proxy requires credentials", { status: 401 }, stats, "AUTH_REQUIRED", ""],
  ["the second address requires credentials", { status: 404 }, { status: 401 }, "AUTH_REQUIRED", ""],
])("%s, and the next call detects again", async (_case, prefixed, bare, code, message) => {
  const { backend, server } = await openTestBackendWith(advanceableClock(), { prefix: "auto" });
  server.answer("GET /api/system_stats", prefixed, stats);
  server.answer("GET /system_stats", bare);
  const error = await rejection(backend.info());
  expect(error.code).toBe(code);
  expect(error.message).toContain(message);
  expect((await backend.info()).version).toBe("0.8.0");
});

test("without a server at the address, the backend is unreachable", async () => {
  const { backend, server } = await openTestBackendWith(advanceableClock(), { prefix: "auto" });
  await server.close();
  expect((await rejection(backend.state("p"))).code).toBe("BACKEND_UNREACHABLE");
});

test("a caller that cancels does not end the detection for the others", async () => {
  const { backend, server } = await openTestBackendWith(advanceableClock(), { prefix: "auto" });
  server.answer("GET /api/system_stats", stats);
  const controller = new AbortController();
  const [mine, other] = [backend.info({ signal: controller.signal }), backend.info()];
  controller.abort(new Error("enough"));
  await expect(mine).rejects.toThrow("enough");
  expect((await other).version).toBe("0.8.0");
});

test("closing ends the detection and every later call", async () => {
  const { backend, server } = await openTestBackendWith(advanceableClock(), { prefix: "auto" });
  const requested = new Promise<void>((resolve) => server.answer("GET /api/system_stats", () => resolve()));
  const failed = rejection(backend.info());
  await requested;
  await backend.close();
  expect(await failed).toBeInstanceOf(Error);
  await expect(backend.info()).rejects.toThrow("aborted");
});

test.each(["/api", ""] as const)("a configured prefix is not detected: %j", async (prefix) => {
  const { backend, server } = await openTestBackend({ prefix });
  server.answer(`GET ${prefix}/object_info`, { json: {} });
  await backend.catalog();
  expect(server.received).toHaveLength(1);
});
