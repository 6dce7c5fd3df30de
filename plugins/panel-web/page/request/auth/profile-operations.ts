// The running and ended actions of profiles, as the page shows them beside the profile.

import type { Operation, Profile } from "@pictor/client";
import { signal } from "@preact/signals";
import { profiles } from "../../api/catalog.js";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls, onServerEvent, operations } from "../../api/session.js";
import type { Values } from "../../dialect/values.js";
import { changedFields, draftOf, fieldsOf } from "./profile-draft.js";
import { discardEdit, saveEditedProfile } from "./profile-edits.js";

const isOfProfile = ({ kind }: Operation): boolean => kind.startsWith("profile.");

/** The newest action of a profile. */
export const operationOf = (name: string): Operation | undefined =>
  operations.value.find((operation) => isOfProfile(operation) && operation.target.name === name);

/** Ids of ended operations whose result the user has dismissed. */
const dismissed = signal<ReadonlySet<string>>(new Set());
export const isDismissed = ({ id }: Operation): boolean => dismissed.value.has(id);
export const dismiss = ({ id }: Operation): void => {
  dismissed.value = new Set([...dismissed.value, id]);
};

/** The fields before each action that this page has started, by the id of its operation. */
const before = signal<ReadonlyMap<string, Values>>(new Map());

/** Titles of the fields of the current scheme that an action has changed; empty for an action that another page has started. */
export function filledBy(operation: Operation, profile: Profile, properties: Values): readonly string[] {
  const earlier = before.value.get(operation.id);
  if (operation.state !== "finished" || earlier === undefined) return [];
  return changedFields(earlier, fieldsOf(draftOf(profile), profile.type), properties);
}

/** The error of the last action that could not be started, with the name of its profile. */
export const startFault = signal<{ readonly name: string; readonly error: ShownError } | undefined>(
  undefined,
);

/** Saves unsaved changes of the profile, then starts an action. The text is for an action that needs one. */
export async function runAction(profile: Profile, action: string, input?: string): Promise<void> {
  const { name } = profile;
  startFault.value = undefined;
  try {
    await saveEditedProfile(name);
    const saved = profiles.state.value.value?.find((one) => one.name === name) ?? profile;
    const operation = await calls().runProfileAction({
      params: { name, action },
      body: input === undefined ? {} : { input },
    });
    before.value = new Map(before.value).set(operation.id, fieldsOf(draftOf(saved), saved.type));
  } catch (error) {
    startFault.value = { name, error: shownError(error) };
  }
}

export const cancelAction = ({ id }: Operation): void => {
  // A failure is ignored, because the operation may have ended meanwhile.
  calls()
    .cancelOperation({ params: { id } })
    .catch(() => undefined);
};

/** Undoes the last change of a profile. */
export async function undoChange({ name }: Profile): Promise<readonly string[]> {
  const { notes } = await calls().undoProfile({ params: { name } });
  discardEdit(name);
  await profiles.load();
  return notes;
}

/** Reads the profiles, and reads them again whenever a profile or its token has changed, until the returned function is called. */
export function followProfiles(): () => void {
  void profiles.load();
  return onServerEvent(({ type }) => {
    if (type === "profile" || type === "reset") void profiles.load();
  });
}
