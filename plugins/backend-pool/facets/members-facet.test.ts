// The status of a member that does not answer the first question.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it, onTestFinished } from "vitest";
import { openPool } from "../open.js";
import { createFakeServer } from "../testing/fake-server.js";

it("says that it does not answer, and for how long, while it is still asked", async () => {
  const clock = createFakeClock();
  const [one, two] = [createFakeServer("one", clock), createFakeServer("two", clock)];
  two.hang();
  const pool = openPool(
    { members: ["one", "two"], weights: [], capacities: [], drained: [] },
    {
      name: "farm",
      signal: new AbortController().signal,
      clock,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      backends: { openInstance: (name) => Promise.resolve((name === "one" ? one : two).backend) },
    },
  );
  onTestFinished(() => pool.close());
  const read = async (ms: number) => {
    const status = pool.facets.members?.status();
    await clock.advance(ms);
    return (await status)?.members.map(({ state, reason }) => [state, reason]);
  };
  expect(await read(2_000)).toEqual([
    ["ready", undefined],
    ["unreachable", "no answer for 2 s"],
  ]);
  await clock.advance(8_000);
  expect(await read(0)).toContainEqual(["unreachable", "no answer for 10 s"]);
  await clock.advance(50_000);
  expect(await read(0)).toContainEqual([
    "unreachable",
    "The backend two cannot be reached: no answer within 60 s",
  ]);
});
