// What is being changed right now, on disk: a process that is killed in the middle leaves it for the next one to undo.

import { lstat, rm } from "node:fs/promises";
import type { Head } from "../../git/repository.js";
import { readJson, writeJson } from "../../stored-json.js";

export type JournalEntry =
  /** Something new was put at `path`. */
  | { readonly kind: "placed"; readonly path: string; readonly mark: string }
  /** Something new was put at `path`; what was there lies at `old`. */
  | { readonly kind: "replaced"; readonly path: string; readonly mark: string; readonly old: string }
  /** A clone was brought to another commit; `stash` holds what was changed by hand. */
  | { readonly kind: "moved"; readonly path: string; readonly head: Head; readonly stash?: string };

/** Tells one folder from another that has its name later. */
export async function inodeOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

export const writeJournal = (file: string, entry: JournalEntry): Promise<void> => writeJson(file, entry);

export const clearJournal = (file: string): Promise<void> => rm(file, { force: true });

/** Undefined when nothing was begun. What cannot be read is nothing that was written from here. */
export async function readJournal(file: string): Promise<JournalEntry | undefined> {
  const entry = (await readJson(file)) as Partial<JournalEntry> | undefined;
  if (typeof entry?.path !== "string") return undefined;
  const isValid =
    (entry.kind === "moved" && typeof entry.head?.commit === "string") ||
    (entry.kind === "placed" && typeof entry.mark === "string") ||
    (entry.kind === "replaced" && typeof entry.mark === "string" && typeof entry.old === "string");
  return isValid ? (entry as JournalEntry) : undefined;
}
