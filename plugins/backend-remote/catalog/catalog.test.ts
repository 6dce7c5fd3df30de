// The catalogue of an instance: when it is fetched, and when it is kept.

import { describe, expect, test } from "vitest";
import { freshMs } from "../info.js";
import { movedClock } from "../moved-clock.test.support.js";
import { collected, opened, openedWith } from "../remote.test.support.js";

const node = (...outputs: readonly string[]) => ({ output: outputs });
const paths = (seen: readonly { readonly path: string }[]) => seen.map(({ path }) => path);

test("it is fetched once, also for callers at the same time", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/object_info", { json: { A: node("INT") } });
  const [one, two] = await Promise.all([backend.catalog(), backend.catalog()]);
  expect([one.get("A")?.outputs, two, await backend.catalog()]).toEqual([["INT"], one, one]);
  expect(paths(peer.seen)).toEqual(["/api/object_info"]);
});

test("named classes are asked for again: changed, new and gone", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/object_info", { json: { A: node("INT"), B: node("INT"), C: node("INT") } });
  peer.answer("GET /api/object_info/A", { json: { A: node("FLOAT") } });
  peer.answer("GET /api/object_info/B", { json: {} });
  peer.answer("GET /api/object_info/N%20w%2Fx", { json: { "N w/x": node("MASK") } });
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

test("everything can be asked for again", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/object_info", { json: { A: node() } }, { json: { B: node() } });
  await backend.catalog();
  expect([...(await backend.catalog({ refresh: true })).keys()]).toEqual(["B"]);
});

test("a failure is not kept", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/object_info", { status: 500 }, { json: { A: node() } });
  await expect(backend.catalog()).rejects.toThrow("status 500");
  expect((await backend.catalog()).has("A")).toBe(true);
});

test("a caller who gives up does not take the reply from the others", async () => {
  const { backend, peer } = await opened();
  peer.answer("GET /api/object_info", { json: { A: node() } });
  const giveUp = new AbortController();
  const [mine, other] = [backend.catalog({ signal: giveUp.signal }), backend.catalog()];
  giveUp.abort();
  await expect(mine).rejects.toThrow("aborted");
  expect((await other).has("A")).toBe(true);
});

test.each([
  ["the code of one class fails: it is gone, the others are not", 500, ["B"], 0],
  ["there is no route for one class: all are asked for", 404, ["A", "B"], 1],
])("%s", async (_case, status, names, again) => {
  const { backend, peer } = await opened();
  const all = { json: { A: node("INT"), B: node("INT") } };
  peer.answer("GET /api/object_info", all);
  peer.answer("GET /api/object_info/A", { status });
  peer.answer("GET /api/object_info/B", { json: { B: node("FLOAT") } });
  await backend.catalog();
  expect([...(await backend.catalog({ refresh: ["A", "B"] })).keys()]).toEqual(names);
  expect(paths(peer.seen).filter((path) => path === "/api/object_info")).toHaveLength(1 + again);
});

describe("a server that may have been restarted", () => {
  const stats = (version: string) => ({ json: { system: { comfyui_version: version } } });
  const fetched = (seen: Parameters<typeof paths>[0]) =>
    paths(seen).filter((path) => path === "/api/object_info").length;

  async function connected(...versions: readonly string[]) {
    const lab = await opened();
    lab.peer.answer("GET /api/object_info", { json: { A: node() } }, { json: { B: node() } });
    lab.peer.answer("GET /api/system_stats", ...versions.map(stats));
    const { listener, next } = collected();
    await lab.backend.events(listener);
    await next("connection");
    await lab.backend.info();
    await lab.backend.catalog();
    const { socket } = await lab.peer.socket();
    return { ...lab, socket, next };
  }

  test("a cut socket only makes it look: the same server has the same classes", async () => {
    const { backend, peer, socket, next, clock } = await connected("1", "1");
    socket.terminate();
    await next("connection");
    await clock.pause();
    const before = peer.seen.length;
    expect([(await backend.catalog()).has("A"), (await backend.catalog()).has("A")]).toEqual([true, true]);
    expect(paths(peer.seen.slice(before))).toEqual(["/api/system_stats"]);
  });

  test("another version is another server", async () => {
    const { backend, peer, socket, next, clock } = await connected("1", "2");
    socket.terminate();
    await next("connection");
    await clock.pause();
    expect((await backend.catalog()).has("B")).toBe(true);
    expect((await backend.catalog()).has("B")).toBe(true);
    expect(fetched(peer.seen)).toBe(2);
  });

  test("one that was away is asked anew, at the next job and not before", async () => {
    const { backend, peer, socket, next, clock } = await connected("1", "1");
    peer.refuseSockets(502);
    socket.terminate();
    await next("connection");
    await clock.pause();
    clock.elapse();
    await clock.pause();
    peer.refuseSockets(undefined);
    clock.elapse();
    await next("connection");
    expect(fetched(peer.seen)).toBe(1);
    expect((await backend.catalog()).has("B")).toBe(true);
    await backend.catalog();
    expect(fetched(peer.seen)).toBe(2);
  });

  test("without a socket, its statistics tell", async () => {
    const { backend, peer, clock } = await openedWith(movedClock());
    peer.answer("GET /api/object_info", { json: { A: node() } }, { json: { B: node() } });
    peer.answer("GET /api/system_stats", stats("1"), stats("2"));
    await backend.info();
    await backend.catalog();
    await clock.advance(freshMs);
    await backend.info();
    expect((await backend.catalog()).has("B")).toBe(true);
  });
});
