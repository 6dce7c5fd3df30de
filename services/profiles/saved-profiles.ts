// The saved profiles: in memory for every request, in a configuration file for the next run, with one step back.

import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import {
  type Profile,
  mergeLayers,
  readEntry,
  saveEntry,
  readSchema,
  cloneData,
  type LoadedConfiguration,
  propertySchema,
  type Schema,
  fault,
  deepFreeze,
  type KeyedLock,
  type Secrets,
} from "@pictor/kernel";

export interface SavedProfiles {
  /** Of all layers together. */
  readonly profiles: ReadonlyMap<string, Profile>;
  /** The uppermost file that has the profile. */
  fileOf(name: string): string | undefined;
  /**
   * Writes what `change` makes of the profile as its own file has it at this moment (undefined: not there, or take it
   * out), and keeps what was there before. Settles with the file; whatever `change` throws, nothing is written.
   */
  change(name: string, change: (own: Profile | undefined) => Promise<Profile | undefined>): Promise<string>;
  /** Exchanges a profile and what it was before its last change. Throws `PROFILE_NO_UNDO`. */
  undo(name: string): Promise<void>;
}

const schema = (): Schema => {
  const root = readSchema("configuration") as Schema;
  return propertySchema(root, propertySchema(root, root, "profiles"), "any");
};

/** A file, and one profile in it, as a short key. */
const keyOf = (file: string, name: string): string =>
  `${createHash("sha256").update(file).digest("base64url").slice(0, 16)}/${name}`;

/** One file has one lock, by whatever way it is reached. */
const real = (file: string): Promise<string> => realpath(file).catch(() => file);

/**
 * `journal` keeps one earlier state of each profile: references, as in the file, and no secret. `fileLock` lets one write
 * a file at a time.
 */
export function createSavedProfiles(
  {
    values,
    files,
    writesTo,
    profileFiles,
  }: Pick<LoadedConfiguration, "values" | "files" | "writesTo" | "profileFiles">,
  journal: Pick<Secrets, "get" | "set" | "delete">,
  fileLock: KeyedLock,
): SavedProfiles {
  const profiles = new Map(Object.entries(values.profiles ?? {}));
  const places = new Map(Object.entries(profileFiles));

  /** What all files say together, after one of them has changed. */
  const reread = async (name: string): Promise<void> => {
    let merged: unknown;
    let place: string | undefined;
    for (const file of new Set([...files, writesTo])) {
      const own = await readEntry(file, "profiles", name);
      if (own === undefined) continue;
      merged = merged === undefined ? own : mergeLayers(schema(), schema(), merged, own);
      place = file;
    }
    if (place === undefined) {
      profiles.delete(name);
      places.delete(name);
    } else {
      profiles.set(name, deepFreeze(cloneData(merged) as Profile));
      places.set(name, place);
    }
  };

  /** Keeps a step back, and gives the way to the one before it. */
  const kept = async (key: string, before: Profile | undefined): Promise<() => Promise<void>> => {
    const earlier = await journal.get(key);
    await journal.set(key, JSON.stringify(before ?? null));
    return () => (earlier === undefined ? journal.delete(key) : journal.set(key, earlier));
  };

  const change: SavedProfiles["change"] = async (name, edit) => {
    const file = places.get(name) ?? writesTo;
    const path = await real(file);
    return fileLock(path, async () => {
      const before = await readEntry(file, "profiles", name);
      // One that only the flags of this process know is begun in the file.
      const isElsewhere = before === undefined && !places.has(name);
      const next = await edit(before ?? (isElsewhere ? profiles.get(name) : undefined));
      if (isDeepStrictEqual(next, before)) return file;
      const restore = await kept(keyOf(path, name), before);
      try {
        await saveEntry(file, "profiles", name, next);
      } catch (error) {
        await restore().catch(() => undefined);
        throw error;
      }
      await reread(name);
      return file;
    });
  };

  return {
    profiles,
    fileOf: (name) => places.get(name),
    change,
    async undo(name) {
      const path = await real(places.get(name) ?? writesTo);
      const before = await journal.get(keyOf(path, name));
      if (before === undefined) throw fault("PROFILE_NO_UNDO", { profile: name });
      await change(name, () => Promise.resolve((JSON.parse(before) as Profile | null) ?? undefined));
    },
  };
}
