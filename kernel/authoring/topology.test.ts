// Topological order of deep and wide graphs.

import { describe, expect, it } from "vitest";
import { sortByDependencies } from "./topology.js";

const chain = Array.from({ length: 50_000 }, (_, index) => `node-${String(index).padStart(5, "0")}`);

describe("sorting by dependencies", () => {
  it("visits each node of a long chain once, without a stack of calls", () => {
    const visits = new Map<string, number>();
    const { order } = sortByDependencies(chain, (id) => {
      visits.set(id, (visits.get(id) ?? 0) + 1);
      const next = chain[chain.indexOf(id, Number(id.slice(5))) + 1];
      return next === undefined ? [] : [next];
    });
    expect(order).toEqual([...chain].reverse());
    expect(visits.size).toBe(chain.length);
    expect(new Set(visits.values())).toEqual(new Set([1]));
  });

  it("takes the dependencies of a node by their ids, and ignores unknown ones and repetitions", () => {
    const links: Record<string, readonly string[]> = { a: ["c", "b", "c", "unknown"], b: ["c"], c: [] };
    expect(sortByDependencies(["c", "b", "a"], (id) => links[id] ?? []).order).toEqual(["c", "b", "a"]);
  });

  it("names a cycle from its first node back to it", () => {
    const links: Record<string, readonly string[]> = { a: ["b"], b: ["c"], c: ["b"] };
    expect(sortByDependencies(["a", "b", "c"], (id) => links[id] ?? []).cycle).toEqual(["b", "c", "b"]);
    expect(sortByDependencies(["a"], () => ["a"]).cycle).toEqual(["a", "a"]);
  });
});
