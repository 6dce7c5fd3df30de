// Finding out whether a server has its routes below `/api` or bare.

import { expect, test } from "vitest";
import { openServer } from "./detect.js";
import { movedClock } from "./moved-clock.test.support.js";
import { testNetwork } from "./network.test.support.js";
import { collected, opened, openedWith, picture, quiet, rejection } from "./remote.test.support.js";

const stats = { json: { system: { comfyui_version: "0.8.0" } } };
const page = { text: "<html>", headers: { "content-type": "text/html" } };
const paths = (seen: readonly { readonly path: string }[]) => seen.map(({ path }) => path.split("?")[0]);

test("a server with the prefix: the first question is the answer to the first call", async () => {
  const { backend, peer } = await openedWith(movedClock(), { prefix: "auto", path: "/comfy/" });
  peer.answer("GET /comfy/api/system_stats", stats);
  peer.answer("GET /comfy/api/object_info", { json: {} });
  expect((await backend.info()).version).toBe("0.8.0");
  await backend.catalog();
  await backend.info();
  expect(paths(peer.seen)).toEqual(["/comfy/api/system_stats", "/comfy/api/object_info"]);
});

test.each([
  ["404", { status: 404 }],
  ["405", { status: 405, text: "405: Method Not Allowed" }],
  ["a page", page],
  ["a page to sign in at", { status: 302, headers: { location: "/login" } }],
  ["somebody else's JSON", { json: { error: "what?" } }],
])("a server with bare routes, which answers the other with %s", async (_case, answer) => {
  const { backend, peer } = await openedWith(movedClock(), { prefix: "auto" });
  peer.answer("GET /login", page);
  peer.answer("GET /api/system_stats", answer);
  peer.answer("GET /system_stats", stats);
  peer.answer("GET /queue", { json: { queue_running: [], queue_pending: [] } });
  peer.answer("GET /view", { text: "PNG" });
  expect((await backend.info()).title).toBe(`ComfyUI at ${peer.url}/`);
  const before = peer.seen.length;
  for await (const chunk of backend.fetchOutput(picture)) expect(chunk.length).toBe(3);
  await backend.events(collected().listener);
  expect((await peer.socket()).path).toMatch(/^\/ws\?/);
  expect(paths(peer.seen.slice(before))).toEqual(["/view", "/ws"]);
});

test("calls at the same time find out together", async () => {
  const { backend, peer } = await openedWith(movedClock(), { prefix: "auto" });
  peer.answer("GET /api/system_stats", stats);
  await Promise.all([backend.info(), backend.info(), backend.events(collected().listener)]);
  expect(paths(peer.seen)).toEqual(["/api/system_stats", "/api/ws"]);
});

test.each([
  [
    "neither is a ComfyUI: the first counts",
    { status: 404 },
    page,
    "BACKEND_REPLY",
    "/api/system_stats gave status 404",
  ],
  ["the server fails", { status: 500 }, stats, "BACKEND_REPLY", "/api/system_stats gave status 500"],
  ["a proxy says not now", { status: 503 }, stats, "BACKEND_REPLY", "/api/system_stats gave status 503"],
  ["a proxy asks who is there", { status: 401 }, stats, "AUTH_REQUIRED", ""],
  ["the second asks who is there", { status: 404 }, { status: 401 }, "AUTH_REQUIRED", ""],
])("%s, and the next call asks again", async (_case, prefixed, bare, code, message) => {
  const { backend, peer } = await openedWith(movedClock(), { prefix: "auto" });
  peer.answer("GET /api/system_stats", prefixed, stats);
  peer.answer("GET /system_stats", bare);
  const error = await rejection(backend.info());
  expect(error.code).toBe(code);
  expect(error.message).toContain(message);
  expect((await backend.info()).version).toBe("0.8.0");
});

test("nobody at the address", async () => {
  const { backend, peer } = await openedWith(movedClock(), { prefix: "auto" });
  await peer.close();
  expect((await rejection(backend.state("p"))).code).toBe("BACKEND_UNREACHABLE");
});

test("a caller who gives up leaves the question to the others", async () => {
  const { backend, peer } = await openedWith(movedClock(), { prefix: "auto" });
  peer.answer("GET /api/system_stats", stats);
  const giveUp = new AbortController();
  const [mine, other] = [backend.info({ signal: giveUp.signal }), backend.info()];
  giveUp.abort(new Error("enough"));
  await expect(mine).rejects.toThrow("enough");
  expect((await other).version).toBe("0.8.0");
});

test("closing ends the question, and every call after it", async () => {
  const { backend, peer } = await openedWith(movedClock(), { prefix: "auto" });
  const asked = new Promise<void>((resolve) => {
    peer.answer("GET /api/system_stats", () => {
      resolve();
    });
  });
  const failed = rejection(backend.info());
  await asked;
  await backend.close();
  expect(await failed).toBeInstanceOf(Error);
  await expect(backend.info()).rejects.toThrow("aborted");
});

test.each(["localhost:8188", "ftp://h/"])("%j is refused before anything is asked", (baseUrl) => {
  const opening = { name: "studio", signal: new AbortController().signal };
  const means = { network: testNetwork, logger: quiet, clock: movedClock() };
  expect(() => openServer({ baseUrl, apiPrefix: "auto" }, opening, means)).toThrow("is not an absolute");
});

test.each(["/api", ""] as const)("a prefix that is set is not questioned: %j", async (prefix) => {
  const { backend, peer } = await opened({ prefix });
  peer.answer(`GET ${prefix}/object_info`, { json: {} });
  await backend.catalog();
  expect(peer.seen).toHaveLength(1);
});
