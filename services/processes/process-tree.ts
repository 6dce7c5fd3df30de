// A program and everything that it started: who still lives of them, and a signal to all.

import { execFileSync } from "node:child_process";
import { systemCode } from "@pictor/kernel";
import { listProcesses, type ProcessEntry } from "./process-table.js";

export type KillSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

export interface ProcessTree {
  /** False when nothing was left to be told. */
  kill(signal: KillSignal): boolean;
  isLeft(): boolean;
  /** Whether anything is left in its group: a quick look. */
  hasGroup(): boolean;
  /** The program itself has ended; its pid may soon be somebody else's. */
  ended(): void;
}

/** Listings of one kill: what was forked between a listing and the signal is found by the next. */
const maxRounds = 5;

/** Whether it was there. */
function send(pid: number, signal: KillSignal | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}

/**
 * Those of a table that belong to the program `root`, the leader of a group and a session of its own: its group, its
 * session, those in `known`, and all their descendants. What was handed on to init is found by the first three. When
 * `root` has ended, a process of that pid is another one, and so are its group and session.
 */
export function membersOf(
  root: number,
  table: readonly ProcessEntry[],
  known: ReadonlyMap<number, string>,
  hasEnded: boolean,
): readonly ProcessEntry[] {
  const isReused = hasEnded && table.some(({ pid }) => pid === root);
  const isOwn = ({ pid, group, session, start }: ProcessEntry): boolean =>
    known.get(pid) === start || (!isReused && (group === root || session === root));
  const found = new Map(table.filter(isOwn).map((entry) => [entry.pid, entry]));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const entry of table) if (found.has(entry.parent)) found.set(entry.pid, entry);
  }
  return [...found.values()];
}

function posixTree(root: number): ProcessTree {
  /** Pid to start of all that were seen: they are found again when their parent is gone. */
  const known = new Map<number, string>();
  let hasEnded = false;
  const members = (): readonly ProcessEntry[] => {
    const found = membersOf(root, listProcesses(), known, hasEnded);
    known.clear();
    for (const { pid, start } of found) known.set(pid, start);
    return found;
  };
  return {
    kill(signal) {
      const told = new Set<number>();
      for (let round = 0; round < maxRounds; round++) {
        const fresh = members().filter(({ pid }) => !told.has(pid));
        if (fresh.length === 0) break;
        // The group is told in one step, in which nothing can be forked.
        const isWithGroup = round === 0 && fresh.some(({ group }) => group === root);
        if (isWithGroup) send(-root, signal);
        for (const { pid, group } of fresh) {
          if (!isWithGroup || group !== root) send(pid, signal);
          told.add(pid);
        }
      }
      // Without a table there is still the group.
      return told.size > 0 || (!hasEnded && send(-root, signal));
    },
    isLeft: () => members().length > 0 || (!hasEnded && send(-root, 0)),
    hasGroup: () => send(-root, 0),
    ended() {
      hasEnded = true;
    },
  };
}

/** There is no group to reach; `taskkill /T` follows the parents, as long as the program itself is there. */
function windowsTree(root: number): ProcessTree {
  let hasEnded = false;
  return {
    kill() {
      if (hasEnded) return false;
      try {
        execFileSync("taskkill", ["/PID", String(root), "/T", "/F"], { stdio: "ignore", windowsHide: true });
        return true;
      } catch {
        return send(root, "SIGKILL");
      }
    },
    isLeft: () => !hasEnded && send(root, 0),
    hasGroup: () => false,
    ended() {
      hasEnded = true;
    },
  };
}

export const createProcessTree = (root: number): ProcessTree =>
  process.platform === "win32" ? windowsTree(root) : posixTree(root);
