// The saved profiles: in memory for every request, in a configuration file for the next run, with one step back.

import type { Profile } from "../config/configuration.gen.js";
import { profileIn, saveProfile } from "../config/save.js";
import type { LoadedConfiguration } from "../config/types.js";
import { cloneData } from "../config/settings.js";
import { fault } from "../errors/catalogue.js";
import { deepFreeze } from "../hooks/freeze.js";
import type { Secrets } from "../secrets/types.js";

export interface SavedProfiles {
  readonly profiles: ReadonlyMap<string, Profile>;
  /** The uppermost file that has the profile. */
  fileOf(name: string): Promise<string | undefined>;
  /** Writes a profile, or takes it out, and keeps what was there before. Settles with the file. */
  write(name: string, profile: Profile | undefined): Promise<string>;
  /** Exchanges a profile and what it was before its last change. Throws `PROFILE_NO_UNDO`. */
  undo(name: string): Promise<void>;
}

/** `journal` keeps one earlier state of each profile: references, as in the file, and no secret. */
export function createSavedProfiles(
  { values, files, writesTo }: Pick<LoadedConfiguration, "values" | "files" | "writesTo">,
  journal: Secrets,
): SavedProfiles {
  const profiles = new Map(Object.entries(values.profiles ?? {}));

  const fileOf = async (name: string): Promise<string | undefined> => {
    for (const file of [writesTo, ...[...files].reverse()]) {
      if ((await profileIn(file, name)) !== undefined) return file;
    }
    return undefined;
  };

  const write = async (name: string, profile: Profile | undefined): Promise<string> => {
    const file = (await fileOf(name)) ?? writesTo;
    return journal.exclusively(file, async () => {
      const before = profiles.get(name) ?? null;
      await saveProfile(file, name, profile);
      await journal.set(name, JSON.stringify(before));
      if (profile === undefined) profiles.delete(name);
      else profiles.set(name, deepFreeze(cloneData(profile) as Profile));
      return file;
    });
  };

  return {
    profiles,
    fileOf,
    write,
    async undo(name) {
      const before = await journal.get(name);
      if (before === undefined) throw fault("PROFILE_NO_UNDO", { profile: name });
      await write(name, (JSON.parse(before) as Profile | null) ?? undefined);
    },
  };
}
