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

/** One `-o` for each column: in a list, FreeBSD takes what follows the first `=` for the heading of the first column. */
const columns = ["pid", "ppid", "pgid", "stat", "lstart"].flatMap((name) => ["-o", `${name}=`]);

/** Parses a line of `ps` with these columns; undefined for a zombie. */
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

/** Writes the table of all processes. Throws if `ps` is missing. */
type Ps = (parameters: readonly string[]) => string;

const runPs: Ps = (parameters) =>
  execFileSync("ps", parameters, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    // The start of a process stays the same text if the time zone changes.
    env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
    maxBuffer: 1 << 26,
  });

function listByPs(ps: Ps): readonly ProcessEntry[] {
  try {
    return ps(["-A", ...columns])
      .split("\n")
      .flatMap((line) => parsePs(line) ?? []);
  } catch {
    return [];
  }
}

/** All processes except zombies. Empty if the system cannot list them. */
export const listProcesses = (
  platform: NodeJS.Platform = process.platform,
  ps: Ps = runPs,
): readonly ProcessEntry[] =>
  platform === "linux"
    ? readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []))
    : listByPs(ps);
