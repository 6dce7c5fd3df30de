// Graphs without a server: order of execution and cache keys.
import { describe, expect, it } from "vitest";
import { txt2img } from "../testing/wire.test.support.js";
import { cacheKeys } from "./cache-key.js";
import { executionOrder } from "./order.js";

const order = (cached: readonly string[] = []): string[] =>
  executionOrder({
    graph: txt2img(),
    roots: ["9"],
    isCached: (id) => cached.includes(id),
    isOutput: (id) => id === "9",
  });

describe("order of execution", () => {
  it("is the recorded one", () => {
    expect(order()).toEqual(["4", "5", "7", "6", "3", "8", "9"]);
  });

  it("leaves out what is cached and what only that needs", () => {
    expect(order(["3", "4", "5", "6", "7"])).toEqual(["8", "9"]);
    expect(order(["9"])).toEqual([]);
  });
});

it("an input that no class knows may link to no node", () => {
  const graph = txt2img();
  Object.assign(graph["9"]?.inputs ?? {}, { _note: ["constructor", 0] });
  const roots = { roots: ["9"], isCached: () => false, isOutput: (id: string) => id === "9" };
  expect(executionOrder({ graph, ...roots })).toHaveLength(7);
});

describe("cache keys", () => {
  const keys = cacheKeys(txt2img());

  it("do not know node ids", () => {
    const renumbered = JSON.parse(JSON.stringify(txt2img()).replace(/"(\d)"/g, '"10$1"')) as ReturnType<
      typeof txt2img
    >;
    expect(cacheKeys(renumbered).get("109")).toBe(keys.get("9"));
  });

  it("change with an input, for the node and all that follow", () => {
    const other = cacheKeys(txt2img({ seed: 2 }));
    const changed = [...keys].filter(([id, key]) => other.get(id) !== key).map(([id]) => id);
    expect(changed).toEqual(["3", "8", "9"]);
  });

  it("change with an input that no node knows", () => {
    const graph = txt2img();
    Object.assign(graph["3"]?.inputs ?? {}, { _nonce: 7 });
    expect(cacheKeys(graph).get("9")).not.toBe(keys.get("9"));
  });

  it("tell neighbouring 64-bit seeds apart", () => {
    const key = (seed: bigint): string | undefined => {
      const graph = txt2img();
      Object.assign(graph["3"]?.inputs ?? {}, { seed });
      return cacheKeys(graph).get("3");
    };
    expect(key(18446744073709551615n)).not.toBe(key(18446744073709551614n));
  });

  it("are absent where a link leads nowhere", () => {
    const graph = txt2img();
    Object.assign(graph["3"]?.inputs ?? {}, { model: ["99", 0] });
    expect([...cacheKeys(graph).keys()].sort()).toEqual(["4", "5", "6", "7"]);
  });
});
