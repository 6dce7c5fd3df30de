// Fair turns: rounds of owners, priorities, and their bounds for any order of arrivals.

import fc from "fast-check";
import { expect, it } from "vitest";
import type { Priority } from "@pictor/kernel/plugin";
import { compareTurns, noTurns, serveTurn, takeTurn, type Turn, type Turns } from "./turns.js";

interface Waiting {
  readonly owner: string;
  readonly turn: Turn;
}

/** A queue that serves by turns. */
function createQueue() {
  let turns: Turns = noTurns;
  let waiting: readonly Waiting[] = [];
  return {
    add(owner: string, priority?: Priority): void {
      const taken = takeTurn(turns, owner, priority);
      turns = taken.turns;
      waiting = [...waiting, { owner, turn: taken.turn }].sort((a, b) => compareTurns(a.turn, b.turn));
    },
    serve(): string | undefined {
      const [first, ...rest] = waiting;
      if (first === undefined) return undefined;
      waiting = rest;
      turns = serveTurn(turns, first.turn);
      return first.owner;
    },
    turns: () => turns,
  };
}

it("serves an owner with one prompt second, although another one has queued ten before", () => {
  const queue = createQueue();
  for (let count = 0; count < 10; count++) queue.add("A");
  queue.add("B");
  expect([queue.serve(), queue.serve(), queue.serve()]).toEqual(["A", "B", "A"]);
});

it("gives an owner that comes back no credit for the time in which it had nothing to run", () => {
  const queue = createQueue();
  for (let count = 0; count < 6; count++) queue.add("A");
  for (let count = 0; count < 3; count++) queue.serve();
  queue.add("B");
  queue.add("B");
  queue.add("B");
  expect(Array.from({ length: 6 }, queue.serve)).toEqual(["B", "A", "B", "A", "B", "A"]);
});

it("serves higher priorities first", () => {
  const queue = createQueue();
  queue.add("A", "low");
  queue.add("A");
  queue.add("B", "high");
  expect([queue.serve(), queue.serve(), queue.serve()]).toEqual(["B", "A", "A"]);
});

it("forgets owners that are not ahead of the others", () => {
  const queue = createQueue();
  for (let owner = 0; owner < 100; owner++) {
    queue.add(`owner ${owner}`);
    queue.add(`owner ${owner}`);
    queue.serve();
    queue.serve();
  }
  expect(queue.turns().rounds[1]?.last.size).toBeLessThan(3);
});

it("never serves an owner more than once more than another one that waits", () => {
  const step = fc.oneof(fc.constantFrom("A", "B", "C"), fc.constant(undefined));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = createQueue();
      const left = new Map<string, number>();
      /** How often each other owner was served while an owner waited, since it was served last. */
      const overtaken = new Map<string, Map<string, number>>();
      for (const owner of [...steps, ...steps.map(() => undefined)]) {
        if (owner !== undefined) {
          if ((left.get(owner) ?? 0) === 0) overtaken.set(owner, new Map());
          left.set(owner, (left.get(owner) ?? 0) + 1);
          queue.add(owner);
          continue;
        }
        const served = queue.serve();
        if (served === undefined) continue;
        left.set(served, (left.get(served) ?? 0) - 1);
        overtaken.set(served, new Map());
        for (const [other, count] of left) {
          if (other === served || count === 0) continue;
          const counts = overtaken.get(other) ?? new Map<string, number>();
          counts.set(served, (counts.get(served) ?? 0) + 1);
          expect(counts.get(served)).toBeLessThanOrEqual(2);
        }
      }
    }),
  );
});
