// The table of running processes: from /proc on Linux, from `ps` on other systems.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Id of the session, if the system reports it. */
  readonly session?: number;
  /** The start time as the system writes it. It distinguishes a process from a later one with the same pid. */
  readonly start: string;
}

/**
 * Parses `/proc/<pid>/stat` (proc_pid_stat(5)); undefined for a zombie without threads. A process whose leader thread has
 * ended is in state Z too, and its other threads still hold its files and ports. The name of the program is in parentheses
 * and may itself contain parentheses.
 */
export function parseStat(text: string): ProcessEntry | undefined {
  const pid = Number.parseInt(text, 10);
  const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [threads, , start] = rest.slice(13);
  if (Number.isNaN(pid) || start === undefined) return undefined;
  if ((state === "Z" || state === "X") && Number(threads) <= 1) return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), start };
}

/** Parses a line of `ps -A -o pid=,ppid=,pgid=,stat=,lstart=`; undefined for a zombie. */
export function parsePs(line: string): ProcessEntry | undefined {
  const [pid, parent, group, state, ...start] = line.trim().split(/\s+/);
  if (start.length === 0 || state?.startsWith("Z") === true) return undefined;
  return { pid: Number(pid), parent: Number(parent), group: Number(group), start: start.join(" ") };
}

function readStat(pid: string): ProcessEntry | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // The process has ended since the folder was listed.
    return undefined;
  }
}

function listByPs(): readonly ProcessEntry[] {
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

/** All processes except zombies. Empty if the system cannot list them. */
export const listProcesses = (): readonly ProcessEntry[] =>
  process.platform === "linux"
    ? readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []))
    : listByPs();
