// The processes of this machine, as far as a tree of them can be followed.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Where the system tells. */
  readonly session?: number;
  /** Tells a process from a later one of the same pid. */
  readonly start: string;
}

/**
 * One line of `/proc/<pid>/stat` (proc_pid_stat(5)); undefined for a process that has ended and waits to be reaped. The
 * name of the program is in parentheses and may hold anything, parentheses too.
 */
export function parseStat(text: string): ProcessEntry | undefined {
  const pid = Number.parseInt(text, 10);
  const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const start = rest[15];
  if (Number.isNaN(pid) || start === undefined || state === "Z" || state === "X") return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), start };
}

/** One line of `ps -A -o pid=,ppid=,pgid=,stat=,lstart=`. */
export function parsePs(line: string): ProcessEntry | undefined {
  const [pid, parent, group, state, ...start] = line.trim().split(/\s+/);
  if (start.length === 0 || state?.startsWith("Z") === true) return undefined;
  return { pid: Number(pid), parent: Number(parent), group: Number(group), start: start.join(" ") };
}

function readStat(pid: string): ProcessEntry | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined; // it has ended meanwhile
  }
}

function fromPs(): readonly ProcessEntry[] {
  const columns = ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="];
  try {
    const text = execFileSync("ps", columns, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, LC_ALL: "C" },
      maxBuffer: 1 << 26,
    });
    return text.split("\n").flatMap((line) => parsePs(line) ?? []);
  } catch {
    return [];
  }
}

/** Those that live. Empty where the system does not tell; then only a process group can be reached. */
export const listProcesses = (): readonly ProcessEntry[] =>
  process.platform === "linux"
    ? readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []))
    : fromPs();
