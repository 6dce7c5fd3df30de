// Publishes profiles that have changed: after a change over the API, and after a request or an action that has changed
// a token.

import type { Profile, ProfileEvent } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { readProfile } from "./profile-of.js";

export interface ProfileChanges {
  /**
   * Publishes the profile if it differs from the one that was published last. Resolves to the profile; to undefined if
   * it does not exist.
   */
  publish(name: string): Promise<Profile | undefined>;
}

export function createProfileChanges({
  pictor,
  log,
}: {
  readonly pictor: Pictor;
  readonly log: { publish(event: ProfileEvent): unknown };
}): ProfileChanges {
  const published = new Map<string, string>();
  return {
    async publish(name) {
      const profile = pictor.profiles.names().includes(name) ? await readProfile(name, pictor) : undefined;
      const text = JSON.stringify(profile) as string | undefined;
      if (published.get(name) === text) return profile;
      if (text === undefined) published.delete(name);
      else published.set(name, text);
      log.publish({ type: "profile", name, ...(profile !== undefined && { profile }) });
      return profile;
    },
  };
}
