// Unsaved changes of saved profiles.

import type { Profile, ProfileDraft } from "@pictor/client";
import { profiles } from "../../api/catalog.js";
import { isRecord } from "../../api/guards.js";
import { calls } from "../../api/session.js";
import { createDrafts } from "../../saving/drafts.js";
import { randomSuffix, saveWithSecrets } from "../../saving/store-typed.js";
import { draftOf, hasMixedSecret, secretName } from "./profile-draft.js";

export const profileDrafts = createDrafts<ProfileDraft>("profile-drafts", (kept) =>
  isRecord(kept) && typeof kept["type"] === "string" && isRecord(kept["schemes"])
    ? (kept as ProfileDraft)
    : undefined,
);

/** The profile as it is edited. */
export const shownDraft = (profile: Profile): ProfileDraft =>
  profileDrafts.shown(profile.name, draftOf(profile));

/** JSON pointers of what is not saved, such as `/schemes/basic/username`. */
export const unsavedOf = (profile: Profile): readonly string[] =>
  profileDrafts.changes(profile.name, draftOf(profile));

export const editProfile = (profile: Profile, draft: ProfileDraft): void =>
  profileDrafts.edit(profile.name, draftOf(profile), draft);

/** Writes a profile, with its typed secrets in the store. Resolves to sentences about it. */
export async function writeProfile(name: string, draft: ProfileDraft): Promise<readonly string[]> {
  if (hasMixedSecret(draft))
    throw new Error(
      "A stored secret cannot have a variable beside other text. Put the whole text into a variable of the environment.",
    );
  const suffix = randomSuffix();
  const { notes } = await saveWithSecrets(
    draft,
    (pointer) => secretName(name, pointer, suffix),
    (body) => calls().saveProfile({ params: { name }, body }),
  );
  profileDrafts.saved(name, draft);
  await profiles.load();
  return notes;
}
