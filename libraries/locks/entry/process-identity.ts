// Which process this is, and whether another one still runs.

import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import { systemCode } from "@pictor/kernel/plugin";
import type { Owner, ProcessIdentity } from "./entry-name.js";

/**
 * `dead`: the process has ended. `alive`: the very same process runs, though it may stand still. `unknown`: it is on another machine,
 * or its pid is in use and nothing tells whether by the same process.
 */
export type Liveness = "dead" | "alive" | "unknown";

/** Start time in `/proc/<pid>/stat`; "ended" for a process that is only still listed; undefined if it cannot be read. */
export function parseStart(stat: string): string | undefined {
  // The program's name is in parentheses and may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, threads, start] = [fields[0], fields[17], fields[19]];
  if (start === undefined || !/^\d+$/.test(start)) return undefined;
  return (state === "Z" || state === "X") && Number(threads) <= 1 ? "ended" : start;
}

async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  return parseStart(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""));
}

/**
 * Two machines may share a folder and a name, and two containers a boot: a pid only means something if all of this is equal. The
 * addresses of network cards may change, which is harmless: a process of the "other" machine is then judged by its renewals.
 */
async function machineParts(): Promise<readonly string[] | undefined> {
  if (process.platform !== "linux") {
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

async function identifySelf(): Promise<ProcessIdentity> {
  const parts = await machineParts();
  const machine =
    parts === undefined
      ? ""
      : createHash("sha256")
          .update([hostname(), ...parts].join("\n"))
          .digest("hex")
          .slice(0, 16);
  return { pid: process.pid, start: (await startOf(process.pid)) ?? "", machine, host: hostname() };
}

let known: Promise<ProcessIdentity> | undefined;

/** The identity of this process. */
export const ownIdentity = (): Promise<ProcessIdentity> => (known ??= identifySelf());

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}

/** The ids of the locks that this process holds: of these it knows also where a start time cannot be read. */
export const heldHere = new Set<string>();

/** Whether the owner of a lock still runs, as this process can see it. */
export async function livenessOf(owner: Owner): Promise<Liveness> {
  if (heldHere.has(owner.id)) return "alive";
  const { machine } = await ownIdentity();
  if (machine === "" || owner.machine !== machine) return "unknown";
  if (!pidExists(owner.pid)) return "dead";
  const start = await startOf(owner.pid);
  if (start === undefined || owner.start === "") return "unknown";
  return start === owner.start ? "alive" : "dead";
}
