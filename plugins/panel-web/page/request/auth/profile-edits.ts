// Unsaved changes of saved profiles. They contain only references to secrets, and are kept over a reload.

import type { Profile, ProfileDraft } from "@pictor/client";
import { signal } from "@preact/signals";
import { profiles } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { storedSignal } from "../../shell/stored.js";
import { draftOf } from "./profile-draft.js";

type Edits = Readonly<Record<string, ProfileDraft>>;

const isDraft = (value: unknown): boolean =>
  typeof value === "object" && value !== null && typeof (value as ProfileDraft).type === "string";

const edits = storedSignal<Edits>("profile-edits", {}, (kept) =>
  typeof kept === "object" && kept !== null && Object.values(kept).every(isDraft)
    ? (kept as Edits)
    : undefined,
);

/** Notes of the server about the last changes, for the user. */
export const profileNotes = signal<readonly string[]>([]);

export const editOf = (name: string): ProfileDraft | undefined => edits.value[name];

/** The profile as it is edited. */
export const shownDraft = (profile: Profile): ProfileDraft => editOf(profile.name) ?? draftOf(profile);

export function discardEdit(name: string): void {
  const { [name]: _discarded, ...rest } = edits.value;
  edits.value = rest;
}

export function editProfile(profile: Profile, draft: ProfileDraft): void {
  if (JSON.stringify(draft) === JSON.stringify(draftOf(profile))) discardEdit(profile.name);
  else edits.value = { ...edits.value, [profile.name]: draft };
}

export async function saveProfile(name: string, draft: ProfileDraft): Promise<void> {
  const { notes } = await calls().saveProfile({ params: { name }, body: draft });
  profileNotes.value = notes;
  // Changes that the user made during the request stay unsaved.
  if (editOf(name) === draft || editOf(name) === undefined) discardEdit(name);
  await profiles.load();
}

/** Saves the unsaved changes of a profile before the profile is used. */
export async function saveEditedProfile(name: string | undefined): Promise<void> {
  const draft = name === undefined ? undefined : editOf(name);
  if (name !== undefined && draft !== undefined) await saveProfile(name, draft);
}
