// Which processes belong to a program, by hand-written tables.

import { describe, expect, it } from "vitest";
import { listProcesses, parsePs, type ProcessEntry } from "./process-table.js";
import { createProcessTree, membersOf, type ProcessSystem } from "./process-tree.js";

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

  it.each<NodeJS.Platform>(["darwin", "freebsd"])(
    "is asked of ps on %s, one option for a column",
    (platform) => {
      const asked: (readonly string[])[] = [];
      const table = listProcesses(platform, (parameters) => {
        asked.push(parameters);
        return "   50    10    50 Ss   Sun Nov 22 07:47:54 2026\n   51    50    50 Z    Sun Nov 22 07:47:55 2026\n";
      });
      const columns = "-A -o pid= -o ppid= -o pgid= -o stat= -o lstart=".split(" ");
      expect([asked, pids(table)]).toEqual([[columns], [50]]);
    },
  );

  it("is empty without ps", () => {
    const missing = (): never => {
      throw new Error("spawn ps ENOENT");
    };
    expect(listProcesses("darwin", missing)).toEqual([]);
  });
});

describe("signals", () => {
  const absent = Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
  /** A system whose processes and groups are in `living`. */
  function system(platform: NodeJS.Platform, living: readonly number[], table: readonly ProcessEntry[] = []) {
    const sent: (readonly [number, string | number])[] = [];
    const ran: string[] = [];
    const options = {
      platform,
      list: () => table,
      signal: (pid, name) => {
        sent.push([pid, name]);
        if (!living.includes(pid)) throw absent;
      },
      run: (program, parameters) => {
        ran.push([program, ...parameters].join(" "));
        if (!living.includes(50)) throw new Error("128");
      },
    } satisfies ProcessSystem;
    return { sent, ran, options };
  }

  it.each<NodeJS.Platform>(["linux", "darwin"])("on %s reach the group, and what has left it", (platform) => {
    const { sent, ran, options } = system(platform, [-50, 52], [host, root, entry(52, 50, 52)]);
    const tree = createProcessTree(50, options);
    expect([tree.kill("SIGTERM"), tree.hasGroup(), tree.isLeft()]).toEqual([true, true, true]);
    expect([sent, ran]).toEqual([
      [
        [-50, "SIGTERM"],
        [52, "SIGTERM"],
        [-50, 0],
      ],
      [],
    ]);
  });

  it("on macOS without a table reach the group", () => {
    const { sent, options } = system("darwin", [-50]);
    const tree = createProcessTree(50, options);
    expect([tree.kill("SIGTERM"), sent]).toEqual([true, [[-50, "SIGTERM"]]]);
    tree.ended();
    expect(tree.kill("SIGTERM")).toBe(false);
  });

  it("on Windows end the program and its descendants by a program of Windows itself", () => {
    const { sent, ran, options } = system("win32", [50]);
    const tree = createProcessTree(50, options);
    expect([tree.kill("SIGTERM"), tree.hasGroup(), tree.isLeft()]).toEqual([true, false, true]);
    expect(ran).toEqual([expect.stringMatching(/^[A-Z]:\\.*\\System32\\taskkill\.exe \/PID 50 \/T \/F$/i)]);
    expect(sent).toEqual([[50, 0]]);
    tree.ended();
    expect([tree.kill("SIGTERM"), tree.isLeft(), ran.length]).toEqual([false, false, 1]);
  });

  it("on Windows end the program alone if that program fails", () => {
    const { sent, options } = system("win32", []);
    expect([createProcessTree(50, options).kill("SIGTERM"), sent]).toEqual([false, [[50, "SIGKILL"]]]);
  });
});
