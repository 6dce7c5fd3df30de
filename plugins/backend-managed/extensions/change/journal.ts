// extensions.json: the change in progress, so that the next process can undo it if this one is killed.

import { lstat, rm } from "node:fs/promises";
import type { Head } from "../../git/repository.js";
import { readJson, writeJson } from "../../stored-json.js";

export type JournalEntry =
  /** A new extension was placed at `path`; `mark` is the result of `inodeOf` for its folder. */
  | { readonly kind: "placed"; readonly path: string; readonly mark: string }
  /** A new version was placed at `path`; the previous one is at `old`. */
  | { readonly kind: "replaced"; readonly path: string; readonly mark: string; readonly old: string }
  /** Another commit was checked out in the clone at `path`; `stash` is a commit with the local changes. */
  | { readonly kind: "moved"; readonly path: string; readonly head: Head; readonly stash?: string };

/** Device and inode, which distinguish a folder from a later one of the same name. */
export async function inodeOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

export const writeJournal = (file: string, entry: JournalEntry): Promise<void> => writeJson(file, entry);

export const clearJournal = (file: string): Promise<void> => rm(file, { force: true });

/** Reads the journal; undefined when no change is in progress, or the file is not a valid entry. */
export async function readJournal(file: string): Promise<JournalEntry | undefined> {
  const entry = (await readJson(file)) as Partial<JournalEntry> | undefined;
  if (typeof entry?.path !== "string") return undefined;
  const isValid =
    (entry.kind === "moved" && typeof entry.head?.commit === "string") ||
    (entry.kind === "placed" && typeof entry.mark === "string") ||
    (entry.kind === "replaced" && typeof entry.mark === "string" && typeof entry.old === "string");
  return isValid ? (entry as JournalEntry) : undefined;
}
