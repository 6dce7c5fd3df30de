// Which processes belong to a program, by hand-written tables.

import { describe, expect, it } from "vitest";
import { parsePs, type ProcessEntry } from "./process-table.js";
import { membersOf } from "./process-tree.js";

const entry = (pid: number, parent: number, group: number, session = group): ProcessEntry => ({
  pid,
  parent,
  group,
  session,
  start: `s${pid}`,
});
const host = entry(10, 1, 10);
const root = entry(50, 10, 50);
const nobody = new Map<number, string>();
const pids = (entries: readonly ProcessEntry[]) => entries.map(({ pid }) => pid).sort((a, b) => a - b);

describe("a program's tree", () => {
  it("contains its descendants, and not the host or its other children", () => {
    const table = [host, root, entry(51, 50, 50), entry(52, 51, 50), entry(60, 10, 60)];
    expect(pids(membersOf(50, table, nobody, false))).toEqual([50, 51, 52]);
  });

  it("contains descendants outside its group", () => {
    const table = [host, entry(53, 52, 52), entry(52, 50, 52), root];
    expect(pids(membersOf(50, table, nobody, false))).toEqual([50, 52, 53]);
  });

  it("contains orphans, by their group or their session", () => {
    const table = [host, entry(51, 1, 50), entry(52, 1, 52, 50)];
    expect(pids(membersOf(50, table, nobody, true))).toEqual([51, 52]);
  });

  it("contains processes of earlier lists, unless their pid was reused", () => {
    const known = new Map([
      [70, "s70"],
      [71, "earlier"],
    ]);
    const table = [host, entry(70, 1, 70), entry(71, 1, 71), entry(72, 70, 72)];
    expect(pids(membersOf(50, table, known, true))).toEqual([70, 72]);
  });

  it("is empty when the program has ended and its pid was reused", () => {
    expect(membersOf(50, [host, root, entry(51, 50, 50)], nobody, true)).toEqual([]);
  });
});

describe("the table", () => {
  it("leaves out zombies", () => {
    expect(parsePs("50 10 50 Z+ Sun Nov 22 07:47:54 2026")).toBeUndefined();
  });

  it("parses the lines of ps, and ignores other text", () => {
    expect(parsePs("   50    10    50 Ss   Sun Nov 22 07:47:54 2026")).toEqual({
      pid: 50,
      parent: 10,
      group: 50,
      start: "Sun Nov 22 07:47:54 2026",
    });
    expect(parsePs("")).toBeUndefined();
  });
});
