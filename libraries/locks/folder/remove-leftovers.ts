// Removes what processes have left that were killed while they were taking a lock.

import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { discard } from "@pictor/kernel/plugin";
import { parseEntry } from "../entry/entry-name.js";
import { livenessOf } from "../entry/process-identity.js";

const done = new Set<string>();

/** Looks once for each lock in the life of this process, because leftovers are rare and harmless. Never rejects. */
export async function removeLeftovers(path: string): Promise<void> {
  if (done.has(path)) return;
  done.add(path);
  const [folder, start] = [dirname(path), `${basename(path)}.`];
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = name.startsWith(start) ? parseEntry(name.slice(start.length)) : undefined;
    if (owner !== undefined && (await livenessOf(owner)) === "dead") await discard(join(folder, name));
  }
}
