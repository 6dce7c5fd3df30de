// Processes of Linux, as /proc lists them.

import { readdir, readFile } from "node:fs/promises";

/** Fields of `/proc/<pid>/stat` (proc_pid_stat(5)). */
export interface ProcStat {
  readonly pid: number;
  readonly parent: number;
  /** Id of the process group. */
  readonly group: number;
  /** Id of the session: the pid of its leader. */
  readonly session: number;
  /** Clock ticks between the boot and the start of the process, which distinguish it from a later one with the same pid. */
  readonly start: string;
  /**
   * Whether the process has ended and is still listed. State Z alone is not sufficient: it is the state of the leader
   * thread, and the other threads of a process hold its files and ports until they have ended too.
   */
  readonly hasEnded: boolean;
}

/** Undefined for a text that has no start time. */
export function parseStat(text: string): ProcStat | undefined {
  const pid = Number.parseInt(text, 10);
  // The program's name is in parentheses and may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, session] = fields;
  const [threads, , start] = fields.slice(17);
  if (Number.isNaN(pid) || start === undefined || !/^\d+$/.test(start)) return undefined;
  const hasEnded = (state === "Z" || state === "X") && Number(threads) <= 1;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), start, hasEnded };
}

/** Undefined for a process that is not listed, and where there is no /proc. */
export const readStat = async (pid: number): Promise<ProcStat | undefined> =>
  parseStat(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""));

export const listPids = async (): Promise<readonly number[]> =>
  (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
