// The table of running processes: from /proc on Linux, from `ps` on other systems.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { parseStat } from "@pictor/process-table";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Id of the session, if the system reports it. */
  readonly session?: number;
  /** The start time as the system writes it. It distinguishes a process from a later one with the same pid. */
  readonly start: string;
}

/** Parses a line of `ps -A -o pid=,ppid=,pgid=,stat=,lstart=`; undefined for a zombie. */
export function parsePs(line: string): ProcessEntry | undefined {
  const [pid, parent, group, state, ...start] = line.trim().split(/\s+/);
  if (start.length === 0 || state?.startsWith("Z") === true) return undefined;
  return { pid: Number(pid), parent: Number(parent), group: Number(group), start: start.join(" ") };
}

function readStat(pid: string): ProcessEntry | undefined {
  try {
    const stat = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return stat?.hasEnded === true ? undefined : stat;
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
