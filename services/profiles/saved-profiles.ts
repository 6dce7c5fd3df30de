// The saved profiles: in memory for requests, in configuration files for the next run, with one undo step.

import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type Profile,
  anchorFiles,
  readEntry,
  saveEntry,
  type LoadedConfiguration,
  fault,
  deepFreeze,
  type KeyedLock,
  type Secrets,
} from "@pictor/kernel";

export interface SavedProfiles {
  /** Merged from all configuration layers. */
  readonly profiles: ReadonlyMap<string, Profile>;
  /** The uppermost configuration file that contains the profile. */
  fileOf(name: string): string | undefined;
  /**
   * Replaces the profile in its file by the result of `change`. Undefined stands for a profile that does not exist. Keeps
   * the previous profile for `undo`. Settles with the path of the file. Rejects with the error of `change`, and then writes
   * nothing.
   */
  change(name: string, change: (own: Profile | undefined) => Promise<Profile | undefined>): Promise<string>;
  /** Reverts the last change of a profile; a second call restores the change. Throws `PROFILE_NO_UNDO`. */
  undo(name: string): Promise<void>;
}

/** The key of a profile in a file: a hash of the path, and the name. */
const keyOf = (file: string, name: string): string =>
  `${createHash("sha256").update(file).digest("base64url").slice(0, 16)}/${name}`;

/** Resolves symbolic links, so that each file has one lock. */
const resolvedPath = (file: string): Promise<string> => realpath(file).catch(() => file);

/**
 * `undoStore` keeps one earlier state of each profile, as written in the file: with references in place of secrets.
 * `fileLock` serializes the writes to a file.
 */
export function createSavedProfiles(
  {
    values,
    layers,
    writesTo,
    profileFiles,
    entrySaved,
  }: Pick<LoadedConfiguration, "values" | "layers" | "writesTo" | "profileFiles" | "entrySaved">,
  undoStore: Pick<Secrets, "get" | "set" | "delete">,
  fileLock: KeyedLock,
): SavedProfiles {
  const profiles = new Map(Object.entries(values.profiles ?? {}));
  const fileOfProfile = new Map(Object.entries(profileFiles));

  const layersOf = new Map(
    layers.map(({ file, layer }) => [file, new Map(Object.entries(layer.profiles ?? {}))]),
  );

  /** Notes what was written for a profile. The uppermost layer that has the profile counts; no file is read again. */
  const noteSaved = (file: string, name: string, saved: Profile | undefined): void => {
    const written = layersOf.get(file) ?? new Map<string, Profile>();
    layersOf.set(file, written);
    if (saved === undefined) written.delete(name);
    else written.set(name, deepFreeze(anchorFiles(saved, dirname(file)) as Profile));
    profiles.delete(name);
    fileOfProfile.delete(name);
    for (const [source, entries] of layersOf) {
      const profile = entries.get(name);
      if (profile === undefined) continue;
      profiles.set(name, profile);
      fileOfProfile.set(name, source);
    }
  };

  /** Saves an undo step. Settles with a function that restores the earlier step. */
  const saveUndoStep = async (key: string, before: Profile | undefined): Promise<() => Promise<void>> => {
    const earlier = await undoStore.get(key);
    await undoStore.set(key, JSON.stringify(before ?? null));
    return () => (earlier === undefined ? undoStore.delete(key) : undoStore.set(key, earlier));
  };

  const change: SavedProfiles["change"] = async (name, edit) => {
    const file = fileOfProfile.get(name) ?? writesTo;
    const path = await resolvedPath(file);
    return fileLock(path, async () => {
      const before = await readEntry(file, "profiles", name);
      // A profile that is in no file, but in the flags, is copied into the file.
      const isFromFlags = before === undefined && !fileOfProfile.has(name);
      const next = await edit(before ?? (isFromFlags ? profiles.get(name) : undefined));
      if (isDeepStrictEqual(next, before)) return file;
      const restore = await saveUndoStep(keyOf(path, name), before);
      try {
        await saveEntry(file, "profiles", name, next);
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
    profiles,
    fileOf: (name) => fileOfProfile.get(name),
    change,
    async undo(name) {
      const path = await resolvedPath(fileOfProfile.get(name) ?? writesTo);
      const before = await undoStore.get(keyOf(path, name));
      if (before === undefined) throw fault("PROFILE_NO_UNDO", { profile: name });
      await change(name, () => Promise.resolve((JSON.parse(before) as Profile | null) ?? undefined));
    },
  };
}
