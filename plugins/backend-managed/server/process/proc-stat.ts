// Processes of Linux, as /proc lists them.

import { readdir, readFile } from "node:fs/promises";

/** Fields of `/proc/<pid>/stat`. */
export interface ProcStat {
  /** Id of the process group. */
  readonly group: number;
  /** Id of the session: the pid of its leader. */
  readonly session: number;
  /** Clock ticks between the boot and the start of the process. */
  readonly startTicks: string;
}

/**
 * Undefined for a process that has ended and is still listed. State Z alone is not sufficient: it is the state of the
 * leader thread, and the other threads of a process hold its files and ports until they have ended too.
 */
export function parseStat(text: string): ProcStat | undefined {
  // The program's name is in parentheses and may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, , group, session] = fields;
  const [threads, , startTicks] = fields.slice(17);
  if (startTicks === undefined || ((state === "Z" || state === "X") && Number(threads) <= 1))
    return undefined;
  return { group: Number(group), session: Number(session), startTicks };
}

/** Reads the fields of a process; undefined when no such process is running. */
export const readStat = async (pid: number): Promise<ProcStat | undefined> =>
  parseStat(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""));

export const listPids = async (): Promise<readonly number[]> =>
  (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
