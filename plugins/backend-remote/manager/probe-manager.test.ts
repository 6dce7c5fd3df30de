// Detecting a server's Manager by its routes; web pages of proxies do not count.

import { expect, test } from "vitest";
import { advanceableClock } from "../testing/advanceable-clock.js";
import type { Answer } from "../testing/fake-server.js";
import {
  collectEvents,
  openTestBackend,
  openTestBackendWith,
  rejection,
} from "../testing/open-test-backend.js";

const page: Answer = { text: "<!doctype html>V9.9", headers: { "content-type": "text/html; charset=utf-8" } };

test.each<[string, Answer]>([
  ["404", { status: 404 }],
  ["405", { status: 405 }],
  ["a web page", page],
  ["a text that is not a version", { text: "hello" }],
  ["a proxy that forbids the path", { status: 403 }],
])("no Manager: %s", async (_case, answer) => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/v2/manager/version", answer);
  server.answer("GET /api/manager/version", answer);
  expect((await backend.facets.extensions?.capabilities())?.actions).toEqual([]);
});

test("the server is asked once, and again after it may have been restarted", async () => {
  const { backend, server, clock } = await openTestBackendWith(advanceableClock());
  const { listener, next } = collectEvents();
  await backend.events(listener);
  const can = async () => (await backend.facets.extensions?.capabilities())?.actions.length;
  expect(await Promise.all([can(), can()])).toEqual([0, 0]);
  server.answer("GET /api/manager/version", { text: "V3.41" });
  expect(await can()).toBe(0);
  expect(server.received.filter(({ path }) => path.endsWith("/manager/version"))).toHaveLength(2);
  (await server.socket()).socket.terminate();
  await clock.passReconnectPause();
  await next("connection");
  expect(await can()).toBe(5);
});

test("an outage does not mean that the server has no Manager", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/v2/manager/version", { status: 502 });
  const { extensions } = backend.facets;
  expect((await rejection(extensions?.capabilities() ?? Promise.resolve())).code).toBe("BACKEND_REPLY");
});

test("generating sends no request to the Manager", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/system_stats", { json: { system: { comfyui_version: "1", argv: [] } } });
  server.answer("GET /api/object_info", { json: {} });
  await backend.info();
  await backend.catalog();
  expect(server.received.map(({ path }) => path)).toEqual(["/api/system_stats", "/api/object_info"]);
});
