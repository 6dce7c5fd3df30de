// A program with all of its descendants: whether any of them is still running, and a signal to all of them.

import { execFileSync } from "node:child_process";
import { systemCode } from "@pictor/kernel";
import { systemProgram } from "./find-program.js";
import { listProcesses, type ProcessEntry } from "./process-table.js";

export type KillSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

export interface ProcessTree {
  /** Sends a signal to every process of the tree. Returns false if none was left. */
  kill(signal: KillSignal): boolean;
  /** Whether any process of the tree is left. */
  isLeft(): boolean;
  /** Whether the process group has members. This check is faster than `isLeft`, which lists all processes. */
  hasGroup(): boolean;
  /** Call this when the program itself has ended, because the system may then reuse its pid. */
  ended(): void;
}

/**
 * How many times `kill` lists the processes and signals them: each list contains the processes that were forked before
 * the previous signal arrived.
 */
const maxRounds = 5;

/** What a tree needs of the system; the defaults are those of this machine. */
export interface ProcessSystem {
  readonly platform?: NodeJS.Platform;
  /** Sends a signal; 0 only checks. Throws the error of the system. */
  readonly signal?: (pid: number, signal: KillSignal | 0) => void;
  readonly list?: () => readonly ProcessEntry[];
  /** Runs a program of Windows to its end. Throws if it fails. */
  readonly run?: (program: string, parameters: readonly string[]) => void;
}
type Send = (pid: number, signal: KillSignal | 0) => boolean;

/** Whether the process or group exists. */
const sender =
  (signal: NonNullable<ProcessSystem["signal"]>): Send =>
  (pid, name) => {
    try {
      signal(pid, name);
      return true;
    } catch (error) {
      return systemCode(error) === "EPERM";
    }
  };

/**
 * The processes that belong to the program `root`, which leads its own process group and session: the members of this
 * group and session, the processes in `known` (start time by pid), and the descendants of all of these. Orphans, whose
 * parent is init, are found by group, session or `known`. If `root` has ended and its pid is in the table, the pid, the
 * group and the session were reused.
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

function posixTree(root: number, send: Send, list: () => readonly ProcessEntry[]): ProcessTree {
  /**
   * Start time by pid of the processes in the latest list, so that they are found again when their parent has ended.
   */
  const known = new Map<number, string>();
  let hasEnded = false;
  const members = (): readonly ProcessEntry[] => {
    const found = membersOf(root, list(), known, hasEnded);
    known.clear();
    for (const { pid, start } of found) known.set(pid, start);
    return found;
  };
  return {
    kill(signal) {
      const signaled = new Set<number>();
      for (let round = 0; round < maxRounds; round++) {
        const fresh = members().filter(({ pid }) => !signaled.has(pid));
        if (fresh.length === 0) break;
        // The group receives the signal in one step, during which none of its members can fork.
        const isWithGroup = round === 0 && fresh.some(({ group }) => group === root);
        if (isWithGroup) send(-root, signal);
        for (const { pid, group } of fresh) {
          if (!isWithGroup || group !== root) send(pid, signal);
          signaled.add(pid);
        }
      }
      // If the system cannot list the processes, the group still receives the signal.
      return signaled.size > 0 || (!hasEnded && send(-root, signal));
    },
    isLeft: () => members().length > 0 || (!hasEnded && send(-root, 0)),
    hasGroup: () => send(-root, 0),
    ended() {
      hasEnded = true;
    },
  };
}

/** Windows has no process groups. `taskkill /T` finds the descendants while the program itself is running. */
function windowsTree(root: number, send: Send, run: NonNullable<ProcessSystem["run"]>): ProcessTree {
  let hasEnded = false;
  return {
    kill() {
      if (hasEnded) return false;
      try {
        run(systemProgram("taskkill.exe"), ["/PID", String(root), "/T", "/F"]);
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

const runHidden = (program: string, parameters: readonly string[]): void => {
  execFileSync(program, parameters, { stdio: "ignore", windowsHide: true });
};

export function createProcessTree(
  root: number,
  {
    platform = process.platform,
    signal = (pid, name) => void process.kill(pid, name),
    list = () => listProcesses(platform),
    run = runHidden,
  }: ProcessSystem = {},
): ProcessTree {
  const send = sender(signal);
  return platform === "win32" ? windowsTree(root, send, run) : posixTree(root, send, list);
}
