// A catalog of named classes: which requests it causes, and when those are repeated.

import { describe, expect, test } from "vitest";
import { collectEvents, openTestBackend } from "../testing/open-test-backend.js";

const all = "/api/object_info";
const one = (name: string) => `${all}/${name}`;
const node = (...outputs: readonly string[]) => ({ output: outputs });

/** A server with the classes A and B. It answers `{}` for the class `Unknown`. */
async function openStudio() {
  const setup = await openTestBackend();
  const { server } = setup;
  server.answer(`GET ${all}`, { json: { A: node("INT"), B: node("MASK"), C: node() } });
  server.answer(`GET ${one("A")}`, { json: { A: node("INT") } });
  server.answer(`GET ${one("B")}`, { json: { B: node("MASK") } });
  server.answer(`GET ${one("Unknown")}`, { json: {} });
  const names = async (...classes: readonly string[]) => [
    ...(await setup.backend.catalog({ classes })).keys(),
  ];
  /** The paths that were requested since the last call. */
  let seen = 0;
  const requested = () => {
    const paths = server.received.slice(seen).map(({ path }) => path);
    seen = server.received.length;
    return paths.filter((path) => path.startsWith(all)).sort();
  };
  return { ...setup, names, requested };
}

test("only the named classes are requested, and each of them once", async () => {
  const { names, requested } = await openStudio();
  expect(await names("A", "Unknown", "A")).toEqual(["A"]);
  expect(requested()).toEqual([one("A"), one("Unknown")]);
  expect(await names("Unknown", "A")).toEqual(["A"]);
  expect(requested()).toEqual([]);
  expect(await names("A", "B")).toEqual(["A", "B"]);
  expect(requested()).toEqual([one("B")]);
});

test("no class causes no request", async () => {
  const { names, requested } = await openStudio();
  expect([await names(), requested()]).toEqual([[], []]);
});

test("concurrent callers share the requests, which go on if a caller cancels", async () => {
  const { backend, names, requested } = await openStudio();
  const controller = new AbortController();
  const mine = backend.catalog({ classes: ["A"], signal: controller.signal });
  const other = names("A", "B");
  controller.abort();
  await expect(mine).rejects.toThrow("aborted");
  expect(await other).toEqual(["A", "B"]);
  expect(requested()).toEqual([one("A"), one("B")]);
});

test("more than 24 classes that were not read yet are a reason to request all", async () => {
  const { server, names, requested } = await openStudio();
  const many = Array.from({ length: 24 }, (_, index) => `N${index}`);
  for (const name of many) server.answer(`GET ${one(name)}`, { json: { [name]: node() } });
  expect(await names(...many)).toEqual(many);
  expect(requested()).toHaveLength(24);
  const more = many.map((name) => `More${name}`);
  expect(await names("A", ...more)).toEqual(["A", "B", "C"]);
  expect(requested()).toEqual([all]);
});

test.each([
  ["lacks the route", { status: 404 }],
  ["has the route for other methods", { status: 405 }],
  ["refuses it", { status: 403 }],
  ["limits the number of requests", { status: 429 }],
  ["answers with a page", { text: "<!doctype html>" }],
])("all classes are requested from a server that %s", async (_case, answer) => {
  const { server, names, requested } = await openStudio();
  server.answer(`GET ${one("B")}`, answer);
  expect(await names("A", "B")).toEqual(["A", "B", "C"]);
  expect(requested()).toEqual([all, one("A"), one("B")]);
});

test("a class whose own code fails on the server is left out", async () => {
  const { server, names, requested } = await openStudio();
  server.answer(`GET ${one("B")}`, { status: 500 });
  expect(await names("A", "B")).toEqual(["A"]);
  expect(requested()).toEqual([one("A"), one("B")]);
});

test("a failure is reported by the request for all classes, and is not cached", async () => {
  const { server, names, requested } = await openStudio();
  server.answer(`GET ${one("B")}`, { status: 403 }, { json: { B: node() } });
  server.answer(`GET ${all}`, { status: 403 });
  await expect(names("A", "B")).rejects.toThrow("403");
  requested();
  expect(await names("A", "B")).toEqual(["A", "B"]);
  expect(requested()).toEqual([one("B")]);
});

test("all classes serve every selection, once they have been requested", async () => {
  const { backend, names, requested } = await openStudio();
  const [complete, selected] = await Promise.all([backend.catalog(), backend.catalog({ classes: ["A"] })]);
  expect(selected).toBe(complete);
  expect(await names("B")).toEqual(["A", "B", "C"]);
  expect(requested()).toEqual([all]);
});

test.each([{}, { refresh: ["A"] }, { refresh: true as const }, { refresh: true as const, classes: ["A"] }])(
  "a selection never stands for the complete catalog: %j",
  async (options) => {
    const { backend, names, requested } = await openStudio();
    await names("A");
    requested();
    expect([...(await backend.catalog(options)).keys()]).toEqual(["A", "B", "C"]);
    expect(requested()).toEqual([all]);
  },
);

describe("a server that may have been restarted", () => {
  test("after an outage, classes are requested again, and concurrent callers still share the requests", async () => {
    const { backend, server, names, requested } = await openStudio();
    await names("A", "B");
    server.answer("GET /api/queue", { status: 502 });
    await expect(backend.prompts()).rejects.toThrow("502");
    requested();
    await Promise.all([names("A"), names("A")]);
    expect(requested()).toEqual([one("A")]);
    await names("B");
    expect(requested()).toEqual([one("B")]);
  });

  test("a complete catalog from before an outage is not used, and not requested again for a few classes", async () => {
    const { backend, server, names, requested } = await openStudio();
    await backend.catalog();
    server.answer("GET /api/queue", { status: 502 });
    await expect(backend.prompts()).rejects.toThrow("502");
    requested();
    expect(await names("A")).toEqual(["A"]);
    expect(requested()).toEqual([one("A")]);
  });

  test.each([
    ["the same version keeps the classes", "1", []],
    ["another version means other classes", "2", [one("A")]],
  ])("a closed socket: %s", async (_case, version, again) => {
    const { backend, server, clock, names, requested } = await openStudio();
    const stats = (comfyui_version: string) => ({ json: { system: { comfyui_version } } });
    server.answer("GET /api/system_stats", stats("1"), stats(version));
    const { listener, next } = collectEvents();
    await backend.events(listener);
    await next("connection");
    await backend.info();
    await names("A");
    requested();
    (await server.socket()).socket.terminate();
    await next("connection");
    await clock.nextTimer();
    expect(await names("A")).toEqual(["A"]);
    expect(requested()).toEqual(again);
  });
});
