// A mixed load of three models over four members: few loads of models, and no owner waits more than twice its fair share.

import { describe, expect, it } from "vitest";
import { fewestSwitches, mixedLoad, roundRobin, runLoad, waitsOf } from "../testing/mixed-load.js";

const members = 4;
/** All prompts are there from the start, as after a night of submissions. */
const backlog = (seed: number) => mixedLoad(240, seed).map((prompt) => ({ ...prompt, atMs: 0 }));

describe("a backlog of 240 prompts", () => {
  const load = backlog(9);
  const best = fewestSwitches(load, members);
  const own = runLoad(load, members);

  it("is run with at most 1.3 times as many loads as necessary, where plain turns need more than three times as many", () => {
    expect(best).toBe(6);
    expect(own.switches / best).toBeLessThanOrEqual(1.3);
    expect(runLoad(load, members, roundRobin).switches / best).toBeGreaterThan(3);
  });

  it("runs each prompt once", () => {
    expect([...own.ended.keys()].sort()).toEqual(load.map(({ id }) => id).sort());
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "%i: no owner waits more than twice as long as in plain turns without loads",
    (seed) => {
      const prompts = backlog(seed * 7_919);
      const fair = waitsOf(prompts, runLoad(prompts, members, roundRobin, 0));
      for (const [owner, ms] of waitsOf(prompts, runLoad(prompts, members)))
        expect(ms / (fair.get(owner) ?? 0), owner).toBeLessThanOrEqual(2);
    },
  );
});

it("serves nobody later than plain turns would, while prompts come in bursts", () => {
  const load = mixedLoad(240, 9);
  const plain = runLoad(load, members, roundRobin);
  const own = runLoad(load, members);
  expect(own.switches).toBeLessThan(plain.switches / 3);
  for (const [owner, ms] of waitsOf(load, own))
    expect(ms, owner).toBeLessThanOrEqual(waitsOf(load, plain).get(owner) ?? 0);
});
