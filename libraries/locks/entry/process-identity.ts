// Which process this is, and whether another one still runs.

import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import { pidExists, readStat } from "@pictor/process-table";
import type { Owner, ProcessIdentity } from "./entry-name.js";

/**
 * `dead`: the process has ended. `alive`: the very same process runs, though it may stand still. `unknown`: it is on
 * another machine, or its pid is in use and nothing tells whether by the same process.
 */
export type Liveness = "dead" | "alive" | "unknown";

/** Empty where it cannot be read. */
const startOf = async (pid: number): Promise<string> => (await readStat(pid))?.start ?? "";

/**
 * Two machines may share a folder and a name, and two containers a boot: a pid only means something if all of this is equal. The
 * addresses of network cards may change, which is harmless: a process of the "other" machine is then judged by its renewals.
 */
async function machineParts(platform: NodeJS.Platform): Promise<readonly string[] | undefined> {
  if (platform !== "linux") {
    const cards = Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ mac }) => mac));
    return [...new Set(cards)].sort();
  }
  try {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    return [boot.trim(), await readlink("/proc/self/ns/pid")];
  } catch {
    return undefined;
  }
}

/** Looks again; `ownIdentity` does so once. */
export async function identifySelf(platform: NodeJS.Platform = process.platform): Promise<ProcessIdentity> {
  const parts = await machineParts(platform);
  const machine =
    parts === undefined
      ? ""
      : createHash("sha256")
          .update([hostname(), ...parts].join("\n"))
          .digest("hex")
          .slice(0, 16);
  return { pid: process.pid, start: await startOf(process.pid), machine, host: hostname() };
}

let known: Promise<ProcessIdentity> | undefined;

/** The identity of this process. */
export const ownIdentity = (): Promise<ProcessIdentity> => (known ??= identifySelf());

/** The ids of the locks that this process holds: of these it knows also where a start time cannot be read. */
export const heldHere = new Set<string>();

/** Whether the owner of a lock still runs, as this process can see it. */
export async function livenessOf(owner: Owner): Promise<Liveness> {
  if (heldHere.has(owner.id)) return "alive";
  const { machine } = await ownIdentity();
  if (machine === "" || owner.machine !== machine) return "unknown";
  if (!pidExists(owner.pid)) return "dead";
  const stat = await readStat(owner.pid);
  if (stat === undefined || owner.start === "") return "unknown";
  return stat.start === owner.start && !stat.hasEnded ? "alive" : "dead";
}
