// The catalog of an instance: when it is requested, and when the cached one is used.

import { describe, expect, test } from "vitest";
import { maxAgeMs } from "../server/system-stats.js";
import { advanceableClock } from "../testing/advanceable-clock.js";
import { collectEvents, openTestBackend, openTestBackendWith } from "../testing/open-test-backend.js";

const node = (...outputs: readonly string[]) => ({ output: outputs });
const paths = (requests: readonly { readonly path: string }[]) => requests.map(({ path }) => path);

test("the catalog is requested once, also for concurrent callers", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/object_info", { json: { A: node("INT") } });
  const [one, two] = await Promise.all([backend.catalog(), backend.catalog()]);
  expect([one.get("A")?.outputs, two, await backend.catalog()]).toEqual([["INT"], one, one]);
  expect(paths(server.received)).toEqual(["/api/object_info"]);
});

test("named classes are requested again: one has changed, one is new, one is gone", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/object_info", { json: { A: node("INT"), B: node("INT"), C: node("INT") } });
  server.answer("GET /api/object_info/A", { json: { A: node("FLOAT") } });
  server.answer("GET /api/object_info/B", { json: {} });
  server.answer("GET /api/object_info/N%20w%2Fx", { json: { "N w/x": node("MASK") } });
  const before = await backend.catalog();
  const after = await backend.catalog({ refresh: ["A", "B", "N w/x"] });
  expect([...after].map(([name, { outputs }]) => [name, ...outputs])).toEqual([
    ["C", "INT"],
    ["A", "FLOAT"],
    ["N w/x", "MASK"],
  ]);
  expect(before.get("A")?.outputs).toEqual(["INT"]);
  expect(await backend.catalog()).toBe(after);
});

test("all classes can be requested again", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/object_info", { json: { A: node() } }, { json: { B: node() } });
  await backend.catalog();
  expect([...(await backend.catalog({ refresh: true })).keys()]).toEqual(["B"]);
});

test("a failure is not cached", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/object_info", { status: 500 }, { json: { A: node() } });
  await expect(backend.catalog()).rejects.toThrow("status 500");
  expect((await backend.catalog()).has("A")).toBe(true);
});

test("a caller that cancels does not end the request of the others", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/object_info", { json: { A: node() } });
  const controller = new AbortController();
  const [mine, other] = [backend.catalog({ signal: controller.signal }), backend.catalog()];
  controller.abort();
  await expect(mine).rejects.toThrow("aborted");
  expect((await other).has("A")).toBe(true);
});

test.each([
  ["one class fails on the server: only that class is removed", 500, ["B"], 0],
  ["the route for single classes is missing: all classes are requested", 404, ["A", "B"], 1],
])("%s", async (_case, status, names, again) => {
  const { backend, server } = await openTestBackend();
  const all = { json: { A: node("INT"), B: node("INT") } };
  server.answer("GET /api/object_info", all);
  server.answer("GET /api/object_info/A", { status });
  server.answer("GET /api/object_info/B", { json: { B: node("FLOAT") } });
  await backend.catalog();
  expect([...(await backend.catalog({ refresh: ["A", "B"] })).keys()]).toEqual(names);
  expect(paths(server.received).filter((path) => path === "/api/object_info")).toHaveLength(1 + again);
});

describe("a server that may have been restarted", () => {
  const stats = (version: string) => ({ json: { system: { comfyui_version: version } } });
  const fetched = (requests: Parameters<typeof paths>[0]) =>
    paths(requests).filter((path) => path === "/api/object_info").length;

  async function connected(...versions: readonly string[]) {
    const setup = await openTestBackend();
    setup.server.answer("GET /api/object_info", { json: { A: node() } }, { json: { B: node() } });
    setup.server.answer("GET /api/system_stats", ...versions.map(stats));
    const { listener, next } = collectEvents();
    await setup.backend.events(listener);
    await next("connection");
    await setup.backend.info();
    await setup.backend.catalog();
    const { socket } = await setup.server.socket();
    return { ...setup, socket, next };
  }

  test("a closed socket: the statistics are read, and the same server keeps its catalog", async () => {
    const { backend, server, socket, next, clock } = await connected("1", "1");
    socket.terminate();
    await next("connection");
    await clock.nextTimer();
    const before = server.received.length;
    expect([(await backend.catalog()).has("A"), (await backend.catalog()).has("A")]).toEqual([true, true]);
    expect(paths(server.received.slice(before))).toEqual(["/api/system_stats"]);
  });

  test("another version means another catalog", async () => {
    const { backend, server, socket, next, clock } = await connected("1", "2");
    socket.terminate();
    await next("connection");
    await clock.nextTimer();
    expect((await backend.catalog()).has("B")).toBe(true);
    expect((await backend.catalog()).has("B")).toBe(true);
    expect(fetched(server.received)).toBe(2);
  });

  test("after an outage the catalog is requested again, by the next call and not before", async () => {
    const { backend, server, socket, next, clock } = await connected("1", "1");
    server.refuseSockets(502);
    socket.terminate();
    await next("connection");
    await clock.nextTimer();
    clock.fireTimers();
    await clock.nextTimer();
    server.refuseSockets(undefined);
    clock.fireTimers();
    await next("connection");
    expect(fetched(server.received)).toBe(1);
    expect((await backend.catalog()).has("B")).toBe(true);
    await backend.catalog();
    expect(fetched(server.received)).toBe(2);
  });

  test("without a socket, changed statistics mean another catalog", async () => {
    const { backend, server, clock } = await openTestBackendWith(advanceableClock());
    server.answer("GET /api/object_info", { json: { A: node() } }, { json: { B: node() } });
    server.answer("GET /api/system_stats", stats("1"), stats("2"));
    await backend.info();
    await backend.catalog();
    await clock.advance(maxAgeMs);
    await backend.info();
    expect((await backend.catalog()).has("B")).toBe(true);
  });
});
