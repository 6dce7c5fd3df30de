// Locks for tests, as other processes leave them.

export { startLockProcess, type LockProcess } from "./lock-process.js";

import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@pictor/kernel/plugin";
import { formatEntry, type Owner } from "../entry/entry-name.js";
import { ownIdentity } from "../entry/process-identity.js";

/** The clock of the machine, for callers that really wait for each other. */
export const wallClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Whose lock it is: of a process that has ended, of one that lives and stands still, or of one on another machine, of
 * which nothing is known.
 */
export type ForeignHolder = "dead" | "still" | "elsewhere";

/** A pid above the maximum of Linux and macOS, so that no process has it. */
const nobody = 99_999_999;

async function ownerOf(holder: ForeignHolder): Promise<Owner> {
  const self = await ownIdentity();
  const id = "f0e1d2c3b4a59687";
  if (holder === "dead") return { ...self, pid: nobody, id };
  if (holder === "still") return { ...self, id };
  return { pid: 4711, host: "another", machine: "0123456789abcdef", start: "", id };
}

/** Puts the lock of another process at `path`, and gives a function that renews it once. */
export async function placeForeignLock(path: string, holder: ForeignHolder): Promise<() => Promise<void>> {
  const owner = await ownerOf(holder);
  await mkdir(path, { recursive: true });
  let generation = 0;
  await writeFile(join(path, formatEntry(owner, generation)), "");
  return () =>
    rename(join(path, formatEntry(owner, generation)), join(path, formatEntry(owner, ++generation)));
}

/** Takes the lock away from whoever has it, as a process does that has found it expired. */
export async function takeForeignLock(path: string): Promise<void> {
  const [entry] = await readdir(path);
  if (entry === undefined) throw new Error(`nobody holds ${path}`);
  await rename(join(path, entry), join(path, formatEntry(await ownerOf("elsewhere"), 0)));
}
