// Which process: its pid, and when it was started, so that a later one of the same pid is not taken for it.

import { readFile } from "node:fs/promises";
import { systemCode } from "@pictor/kernel/plugin";
import type { Means } from "../../instance.js";

export interface ProcessMark {
  readonly pid: number;
  /** Opaque; equal for the same process. Begins with what tells one boot of the machine from another, where that is known. */
  readonly start: string;
}

type MarkMeans = Pick<Means, "run" | "platform">;

/** Field 22 of `/proc/<pid>/stat`, in ticks since the boot; what has ended and waits to be reaped does not count. */
export function startOfStat(text: string): string | undefined {
  // The program's name stands in parentheses and may hold anything.
  const [state, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? undefined : rest[18];
}

/** Empty where the system does not tell. */
export const bootOf = async (platform: NodeJS.Platform): Promise<string> =>
  platform === "linux"
    ? (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim().slice(0, 13)
    : "";

async function startOf(pid: number, { run, platform }: MarkMeans): Promise<string | undefined> {
  if (platform === "linux") {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const ticks = text === "" ? undefined : startOfStat(text);
    return ticks === undefined ? undefined : `${await bootOf(platform)}/${ticks}`;
  }
  const command = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  const { ended } =
    platform === "win32"
      ? run("powershell", ["-NoProfile", "-NonInteractive", "-Command", command])
      : run("ps", ["-o", "lstart=", "-p", String(pid)], { env: { LC_ALL: "C", TZ: "UTC" } });
  const end = await ended;
  const text = end.kind === "exited" && end.exitCode === 0 ? end.output.trim().replace(/\s+/g, " ") : "";
  return text === "" ? undefined : `/${text}`;
}

/** Undefined when there is no such process (any more). */
export async function markOf(pid: number, means: MarkMeans): Promise<ProcessMark | undefined> {
  const start = await startOf(pid, means);
  return start === undefined ? undefined : { pid, start };
}

/** Whether this very process still lives. */
export async function isAlive(mark: ProcessMark, means: MarkMeans): Promise<boolean> {
  // Cheap, and enough to say no.
  if (!isThere(mark.pid)) return false;
  return (await markOf(mark.pid, means))?.start === mark.start;
}

/** Whether it was started before the machine was: it did not crash. */
export async function isOfEarlierBoot({ start }: ProcessMark, platform: NodeJS.Platform): Promise<boolean> {
  const boot = await bootOf(platform);
  return boot !== "" && !start.startsWith(`${boot}/`);
}

/** Whether there is a process of that pid, whichever. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
