// Identifies a process by pid and start time: pids are reused.

import { readFile } from "node:fs/promises";
import { pidExists, readStat } from "@pictor/process-table";
import type { Instance } from "../../instance.js";

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque start time, `<boot id>/<time>`; the boot id is empty on systems other than Linux. */
  readonly start: string;
}

export const isSameProcess = (a: ProcessIdentity, b: ProcessIdentity): boolean =>
  a.pid === b.pid && a.start === b.start;

type IdentityTools = Pick<Instance, "run" | "platform">;

/** Identifies the current boot of the machine; empty on systems other than Linux. */
const readBootId = async (platform: NodeJS.Platform): Promise<string> =>
  platform === "linux"
    ? (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim().slice(0, 13)
    : "";

async function readStartTime(pid: number, { run, platform }: IdentityTools): Promise<string | undefined> {
  if (platform === "linux") {
    const stat = await readStat(pid);
    return stat === undefined || stat.hasEnded ? undefined : `${await readBootId(platform)}/${stat.start}`;
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

/** Identifies a process; undefined when no process has that pid. */
export async function identifyProcess(
  pid: number,
  instance: IdentityTools,
): Promise<ProcessIdentity | undefined> {
  const start = await readStartTime(pid, instance);
  return start === undefined ? undefined : { pid, start };
}

/** Whether the identified process is still running. */
export async function isAlive(identity: ProcessIdentity, instance: IdentityTools): Promise<boolean> {
  // A cheap check first: on some systems reading the start time runs a program.
  if (!pidExists(identity.pid)) return false;
  return (await identifyProcess(identity.pid, instance))?.start === identity.start;
}

/** Whether the process was started before the last boot, which ended it without a crash. */
export async function isFromEarlierBoot(
  { start }: ProcessIdentity,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const boot = await readBootId(platform);
  return boot !== "" && !start.startsWith(`${boot}/`);
}
