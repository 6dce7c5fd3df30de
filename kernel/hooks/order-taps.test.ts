// The order of a chain: bands, then `after`, then ids, independent of the order of discovery.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fiveHooks } from "./five-hooks.js";
import { orderTaps } from "./order-taps.js";
import type { Tap } from "./tap.js";
import { sortByDependencies } from "../authoring/topology.js";
import type { HookName } from "../contract/hook-names.js";

const aTap = (owner: string, more: Partial<Tap> = {}): Tap => ({
  hook: "beforeSend",
  owner,
  handler: "handle",
  place: "default",
  after: [],
  when: {},
  timeoutMs: 1,
  resolve: () => () => undefined,
  ...more,
});
const namesOf = (taps: readonly Tap[], hook: HookName = "beforeSend") =>
  orderTaps(fiveHooks[hook], taps).map(({ owner, handler }) => `${owner}.${handler}`);

const mixed: readonly Tap[] = [
  aTap("z-first", { place: "prepare" }),
  aTap("a-observer", { place: "observe" }),
  aTap("a-signer", { place: "sign" }),
  aTap("a-scheme", { place: "auth" }),
  aTap("a-late", { place: "late" }),
  aTap("d-needs-e", { after: ["e-plain"] }),
  aTap("e-plain"),
  aTap("c-needs-d", { after: ["d-needs-e"] }),
  aTap("b-two", { handler: "second" }),
  aTap("b-two", { handler: "first" }),
];
const expected = [
  "z-first.handle",
  "b-two.first",
  "b-two.second",
  "e-plain.handle",
  "d-needs-e.handle",
  "c-needs-d.handle",
  "a-late.handle",
  "a-scheme.handle",
  "a-signer.handle",
  "a-observer.handle",
];

describe("a chain", () => {
  it("follows bands, then `after`, then ids", () => {
    expect(namesOf(mixed)).toEqual(expected);
  });

  it("is the same for 50 orders of discovery", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...mixed], { minLength: mixed.length }), (taps) => {
        expect(namesOf(taps)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it("of buildWorkflow follows the phases", () => {
    const phases = ["finish", "refine", "sample", "condition", "prepare"] as const;
    const taps = phases.map((place) => aTap("workflow-a", { hook: "buildWorkflow", place, handler: place }));
    expect(namesOf(taps, "buildWorkflow")).toEqual(
      [...phases].reverse().map((place) => `workflow-a.${place}`),
    );
  });
});

describe("an order that cannot be satisfied", () => {
  it("names the unknown plugin and the nearest known one", () => {
    expect(() => namesOf([aTap("auth-a", { after: ["auth-bb"] }), aTap("auth-b")])).toThrow(
      expect.objectContaining({ code: "HOOK_ORDER_UNKNOWN", hint: expect.stringContaining('"auth-b"') }),
    );
  });

  it("does not look into other bands", () => {
    expect(() => namesOf([aTap("auth-a", { after: ["auth-b"] }), aTap("auth-b", { place: "late" })])).toThrow(
      expect.objectContaining({ code: "HOOK_ORDER_UNKNOWN" }),
    );
  });

  it("prints the path of a cycle", () => {
    const taps = [
      aTap("a", { after: ["c"] }),
      aTap("b", { after: ["a"] }),
      aTap("c", { after: ["b"] }),
      aTap("d", { after: ["a"] }),
    ];
    expect(() => namesOf(taps)).toThrow(
      expect.objectContaining({
        code: "HOOK_ORDER_CYCLE",
        details: { hook: "beforeSend", path: "a -> c -> b -> a" },
      }),
    );
  });
});

it("sorting by dependencies puts every id after its dependencies, for any graph", () => {
  const edges = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 40 });
  fc.assert(
    fc.property(edges, (pairs) => {
      // Edges lead only from larger to smaller numbers, so there is no cycle.
      const needs = (id: string) =>
        pairs.filter(([a, b]) => a > b && String(a) === id).map(([, b]) => String(b));
      const ids = Array.from({ length: 13 }, (_, index) => String(index));
      const { order = [] } = sortByDependencies(ids, needs);
      expect([...order].sort()).toEqual([...ids].sort());
      for (const id of ids)
        for (const needed of needs(id)) expect(order.indexOf(needed)).toBeLessThan(order.indexOf(id));
    }),
  );
});
