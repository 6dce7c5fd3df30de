// The saved profiles: in memory for requests, in configuration files for the next run, with one undo step.

import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import {
  fault,
  readLayer,
  systemCode,
  type LoadedConfiguration,
  type Profile,
  type Secrets,
} from "@pictor/kernel";
import { linkedFile } from "../configuration/replace-file.js";
import { readEntry, saveEntry } from "../configuration/save-entry.js";
import type { WithFileLock } from "../configuration/with-file-lock.js";
import { createConfiguredEntries } from "../configuration/configured-entries.js";

/** The key of a profile in a file: a hash of the path, and the name. */
async function keyOf(file: string, name: string): Promise<string> {
  const path = await linkedFile(file);
  return `${createHash("sha256").update(path).digest("base64url").slice(0, 16)}/${name}`;
}

/**
 * `undoStore` keeps one earlier state of each profile, as written in the file: with references in place of secrets.
 * `fileLock` serializes the writes to a file.
 */
export function createSavedProfiles(
  configuration: Omit<LoadedConfiguration, "files" | "directory">,
  undoStore: Pick<Secrets, "get" | "set" | "delete">,
  fileLock: WithFileLock,
) {
  const { writesTo, entrySaved, userFile } = configuration;
  const {
    entries: profiles,
    fileOf,
    noteSaved,
    noteFile,
  } = createConfiguredEntries("profiles", configuration);
  /** What the file of the user looked like when it was read last. */
  let read: string | undefined;

  /** Saves an undo step. Settles with a function that restores the earlier step. */
  const saveUndoStep = async (key: string, before: Profile | undefined): Promise<() => Promise<void>> => {
    const earlier = await undoStore.get(key);
    await undoStore.set(key, JSON.stringify(before ?? null));
    return () => (earlier === undefined ? undoStore.delete(key) : undoStore.set(key, earlier));
  };

  const change = async (
    name: string,
    edit: (own: Profile | undefined) => Promise<Profile | undefined>,
  ): Promise<string> => {
    const file = fileOf(name) ?? writesTo;
    return fileLock(file, async (lock) => {
      const before = await readEntry(file, "profiles", name);
      // A profile that only the flags contain is copied into the file.
      const isFromFlags = before === undefined && fileOf(name) === undefined;
      const next = await edit(before ?? (isFromFlags ? profiles.get(name) : undefined));
      if (isDeepStrictEqual(next, before)) return file;
      const restore = await saveUndoStep(await keyOf(file, name), before);
      try {
        await saveEntry(file, "profiles", name, next, lock);
      } catch (error) {
        await restore().catch(() => undefined);
        throw error;
      }
      await entrySaved?.(file, "profiles", name);
      noteSaved(file, name, next);
      return file;
    });
  };

  return {
    /** The saved profiles, merged from all configuration layers. */
    profiles,
    /** The uppermost configuration file that contains the profile. */
    fileOf,
    /**
     * Replaces the profile in its file by the result of `edit`. Undefined stands for a profile that does not exist. Keeps
     * the previous profile for `undo`. Settles with the path of the file. Rejects with the error of `edit`, and then writes
     * nothing.
     */
    change,
    /** Like `Profiles.readChanges`. */
    async readChanges(): Promise<readonly string[]> {
      if (userFile === undefined) return [];
      const shape = await stat(userFile).then(
        ({ ino, size, mtimeMs }) => [ino, size, mtimeMs].join(),
        (error: unknown) => systemCode(error) ?? "unreadable",
      );
      if (shape === read) return [];
      // A file that cannot be used is reported once.
      read = shape;
      const { profiles: own = {} } = shape === "ENOENT" ? {} : await readLayer(userFile, { isNamed: false });
      return noteFile(userFile, own);
    },
    /** Reverts the last change of a profile; a second call restores the change. Throws `PROFILE_NO_UNDO`. */
    async undo(name: string): Promise<void> {
      const before = await undoStore.get(await keyOf(fileOf(name) ?? writesTo, name));
      if (before === undefined) throw fault("PROFILE_NO_UNDO", { profile: name });
      await change(name, () => Promise.resolve((JSON.parse(before) as Profile | null) ?? undefined));
    },
  };
}

export type SavedProfiles = ReturnType<typeof createSavedProfiles>;
