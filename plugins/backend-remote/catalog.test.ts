// The catalogue of an instance: when it is fetched, and when it is kept.

import { expect, test } from "vitest";
import { opened } from "./remote.test.support.js";

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
