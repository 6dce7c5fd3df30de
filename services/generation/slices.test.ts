// Slices of long work: turns for others, and the end of the work when its caller has left.

import { describe, expect, it } from "vitest";
import { createSlices } from "./slices.js";

describe("work in slices", () => {
  const counted = (signal?: AbortSignal) => {
    let turns = 0;
    const slices = createSlices(signal, () => {
      turns++;
      return Promise.resolve();
    });
    return { slices, turns: () => turns };
  };

  it("gives no turn for a little work", async () => {
    const { slices, turns } = counted();
    for (let index = 0; index < 99; index++) await slices.spend(10);
    expect(turns()).toBe(0);
  });

  it("gives a turn for each thousand units, however they are spent", async () => {
    const { slices, turns } = counted();
    for (let index = 0; index < 1_000; index++) await slices.spend(10);
    expect(turns()).toBe(10);
    await slices.spend(50_000);
    expect(turns()).toBe(11);
  });

  it("ends at the first turn after its caller has left", async () => {
    const leaving = new AbortController();
    const { slices } = counted(leaving.signal);
    leaving.abort(new Error("left"));
    await slices.spend(999);
    await expect(slices.spend(1)).rejects.toThrow("left");
  });

  it("lets an event that waits be handled", async () => {
    let handled = false;
    setImmediate(() => (handled = true));
    await createSlices().spend(1_000);
    expect(handled).toBe(true);
  });
});
