// Which process: its pid, and when it was started, so that a later one of the same pid is not taken for it.

import { readFile } from "node:fs/promises";
import { systemCode } from "@pictor/kernel/plugin";
import type { Instance } from "../../instance.js";

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal for the same process. Begins with what tells one boot of the machine from another, where that is known. */
  readonly start: string;
}

type IdentityTools = Pick<Instance, "run" | "platform">;

/** Field 22 of `/proc/<pid>/stat`, in ticks since the boot; what has ended and waits to be reaped does not count. */
export function startTimeInStat(text: string): string | undefined {
  // The program's name stands in parentheses and may hold anything.
  const [state, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? undefined : rest[18];
}

/** Empty where the system does not tell. */
export const readBootId = async (platform: NodeJS.Platform): Promise<string> =>
  platform === "linux"
    ? (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim().slice(0, 13)
    : "";

async function readStartTime(pid: number, { run, platform }: IdentityTools): Promise<string | undefined> {
  if (platform === "linux") {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const ticks = text === "" ? undefined : startTimeInStat(text);
    return ticks === undefined ? undefined : `${await readBootId(platform)}/${ticks}`;
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
export async function identifyProcess(pid: number, instance: IdentityTools): Promise<ProcessIdentity | undefined> {
  const start = await readStartTime(pid, instance);
  return start === undefined ? undefined : { pid, start };
}

/** Whether this very process still lives. */
export async function isAlive(identity: ProcessIdentity, instance: IdentityTools): Promise<boolean> {
  // Cheap, and enough to say no.
  if (!pidExists(identity.pid)) return false;
  return (await identifyProcess(identity.pid, instance))?.start === identity.start;
}

/** Whether it was started before the machine was: it did not crash. */
export async function isFromEarlierBoot({ start }: ProcessIdentity, platform: NodeJS.Platform): Promise<boolean> {
  const boot = await readBootId(platform);
  return boot !== "" && !start.startsWith(`${boot}/`);
}

/** Whether there is a process of that pid, whichever. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
