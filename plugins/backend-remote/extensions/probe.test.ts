// Which Manager there is, found by routes and bodies: pages of proxies are no Manager.

import { expect, test } from "vitest";
import { movedClock } from "../moved-clock.test.support.js";
import type { Answer } from "../peer.test.support.js";
import { collected, opened, openedWith, rejection } from "../remote.test.support.js";

const page: Answer = { text: "<!doctype html>V9.9", headers: { "content-type": "text/html; charset=utf-8" } };

test.each<[string, Answer]>([
  ["404", { status: 404 }],
  ["405", { status: 405 }],
  ["a page of the front end", page],
  ["a text that is no version", { text: "hello" }],
  ["a proxy that lets no such path through", { status: 403 }],
])("none: %s", async (_case, answer) => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/v2/manager/version", answer);
  peer.answer("GET /api/manager/version", answer);
  expect((await backend.facets.extensions?.abilities())?.can).toEqual([]);
});

test("it is asked once, and again when the server may be another one", async () => {
  const { backend, peer, clock } = await openedWith(movedClock());
  const { listener, next } = collected();
  await backend.events(listener);
  const can = async () => (await backend.facets.extensions?.abilities())?.can.length;
  expect(await Promise.all([can(), can()])).toEqual([0, 0]);
  peer.answer("GET /api/manager/version", { text: "V3.41" });
  expect(await can()).toBe(0);
  expect(peer.seen.filter(({ path }) => path.endsWith("/manager/version"))).toHaveLength(2);
  (await peer.socket()).socket.terminate();
  await clock.passPause();
  await next("connection");
  expect(await can()).toBe(5);
});

test("a server that is away is no server without a Manager", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/v2/manager/version", { status: 502 });
  const { extensions } = backend.facets;
  expect((await rejection(extensions?.abilities() ?? Promise.resolve())).code).toBe("BACKEND_REPLY");
});

test("generating asks nothing of all this", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/system_stats", { json: { system: { comfyui_version: "1", argv: [] } } });
  peer.answer("GET /api/object_info", { json: {} });
  await backend.info();
  await backend.catalog();
  expect(peer.seen.map(({ path }) => path)).toEqual(["/api/system_stats", "/api/object_info"]);
});
