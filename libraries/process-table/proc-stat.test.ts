// The entry of a process in /proc, and pids in use.

import { describe, expect, it } from "vitest";
import { parseStat, pidExists, readStat } from "./index.js";

describe("an entry of /proc", () => {
  const line = (state: string, threads = 1) =>
    `7 (a) b (c) ${state} 4 5 6 ${Array(13).fill(0).join(" ")} ${threads} 0 22 0 0`;

  it("has its numbers, whatever the name of the program contains", () => {
    const expected = { pid: 7, parent: 4, group: 5, session: 6, start: "22", hasEnded: false };
    expect(parseStat(line("S"))).toEqual(expected);
  });
  it("has ended as a zombie without threads", () => {
    expect(parseStat(line("Z"))?.hasEnded).toBe(true);
    expect(parseStat(line("X"))?.hasEnded).toBe(true);
  });
  it("has not ended while it is stopped, or while threads outlive its leader thread", () => {
    expect(parseStat(line("T"))?.hasEnded).toBe(false);
    expect(parseStat(line("Z", 3))?.hasEnded).toBe(false);
  });
  it.each(["", "7 (a) S", "x (a) S"])("is none: %j", (text) => {
    expect(parseStat(text)).toBeUndefined();
  });
});

it("a pid is in use, or not", async () => {
  expect([pidExists(process.pid), pidExists(99_999_999)]).toEqual([true, false]);
  expect(await readStat(99_999_999)).toBeUndefined();
});
