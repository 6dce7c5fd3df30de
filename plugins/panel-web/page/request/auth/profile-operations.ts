// The running and ended actions of the chosen profile or scheme, such as a sign-in, as the page shows them beside it.
// An action uses what the form shows; for a saved profile without unsaved changes, its result is saved.

import type { Operation, Profile, SettingsSchema } from "@pictor/client";
import { effect, signal } from "@preact/signals";
import { profiles } from "../../api/catalog.js";
import { recordOrEmpty } from "../../api/guards.js";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls, operations } from "../../api/session.js";
import type { Values } from "../../dialect/values.js";
import { showToast } from "../../parts/toasts.js";
import { withTexts } from "../../saving/typed-secrets.js";
import {
  chosenDraft,
  chosenProfile,
  checkAgain,
  editFields,
  noteSent,
  unsavedChanges,
  usedBody,
} from "./chosen-auth.js";
import { changedFields, draftOf, fieldsOf } from "./profile-draft.js";
import { profileDrafts } from "./profile-drafts.js";

const isOfProfile = ({ kind }: Operation): boolean => kind.startsWith("profile.");

/** The last action of a request without a profile. */
const inlineOperation = signal<string | undefined>(undefined);
export const forgetInlineOperation = (): void => {
  inlineOperation.value = undefined;
};

/** The newest action of a profile; of the request itself for an empty name. */
export const operationOf = (name: string): Operation | undefined =>
  operations.value.find(
    (operation) =>
      isOfProfile(operation) &&
      (name === "" ? operation.id === inlineOperation.value : operation.target.name === name),
  );

/** Ids of ended operations whose result the user has dismissed. */
const dismissed = signal<ReadonlySet<string>>(new Set());
export const isDismissed = ({ id }: Operation): boolean => dismissed.value.has(id);
const dismiss = ({ id }: Operation): void => {
  dismissed.value = new Set([...dismissed.value, id]);
};

interface Begun {
  readonly fields: Values;
  /** Whether the action changes the draft in the page, and not the saved profile. */
  readonly isDraft: boolean;
}
/** What stood in the form before each action that this page has started, by the id of its operation. */
const before = signal<ReadonlyMap<string, Begun>>(new Map());
/** Whether this page has started an action, so that it opens the pages to which it leads. */
export const isStartedHere = (id: string | undefined): boolean => id !== undefined && before.value.has(id);

/** The fields that an action has filled in. */
const fieldsFrom = ({ result }: Operation): Values => recordOrEmpty(result?.["fields"]);

/** Titles of the fields of the current scheme that an action has changed; empty for an action that another page has started. */
export function filledBy(operation: Operation, schema: SettingsSchema): readonly string[] {
  const begun = before.value.get(operation.id);
  if (operation.state !== "finished" || begun === undefined) return [];
  const { type } = chosenDraft.value;
  const filled = fieldsFrom(operation);
  if (begun.isDraft) return changedFields({}, filled, schema);
  const profile = chosenProfile.value;
  return profile === undefined ? [] : changedFields(begun.fields, fieldsOf(draftOf(profile), type), schema);
}

/** Why the last action could not be started, or what it has filled in not be taken back; with the name of the profile. */
export const actionFault = signal<{ readonly name: string; readonly error: ShownError } | undefined>(
  undefined,
);

const whenEnded = (id: string): Promise<Operation> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      const found = operations.value.find((operation) => operation.id === id);
      if (found === undefined || found.state === "running") return;
      queueMicrotask(() => stop());
      resolve(found);
    });
  });

/** Puts the fields that an action has filled in into the form; null removes one. */
function fillIn(operation: Operation, scheme: string): void {
  const fields = fieldsFrom(operation);
  if (Object.keys(fields).length === 0 || chosenDraft.peek().type !== scheme) return;
  const merged = Object.entries({ ...fieldsOf(chosenDraft.peek(), scheme), ...fields });
  editFields(scheme, Object.fromEntries(merged.filter(([, value]) => value !== null)));
}

async function start(action: string, input: string | undefined): Promise<void> {
  const profile = chosenProfile.peek();
  const draft = chosenDraft.peek();
  const isDraft = profile === undefined || unsavedChanges.peek().length > 0;
  const text = input !== undefined && { input };
  noteSent();
  const operation = isDraft
    ? await calls().runDraftAction({ params: { action }, body: { ...usedBody(withTexts), ...text } })
    : await calls().runProfileAction({ params: { name: profile.name, action }, body: { ...text } });
  if (profile === undefined) inlineOperation.value = operation.id;
  before.value = new Map(before.value).set(operation.id, { fields: fieldsOf(draft, draft.type), isDraft });
  if (!isDraft) return;
  const ended = await whenEnded(operation.id);
  if (ended.state === "finished") fillIn(ended, draft.type);
  checkAgain();
}

/** Does `work`, whose failure the card of the profile shows until the next attempt. */
async function keepFault(name: string, work: () => Promise<void>): Promise<void> {
  actionFault.value = undefined;
  try {
    await work();
  } catch (error) {
    actionFault.value = { name, error: shownError(error) };
  }
}

/** Starts an action with what the form shows. The text is for an action that needs one. */
export const runAction = ({ name }: Pick<Profile, "name">, action: string, input?: string): Promise<void> =>
  keepFault(name, () => start(action, input));

export const cancelAction = ({ id }: Operation): void => {
  // A failure is ignored, because the operation may have ended meanwhile.
  calls()
    .cancelOperation({ params: { id } })
    .catch(() => undefined);
};

/** Undoes the last change of a profile, and says so. */
export async function undoChange({ name }: Pick<Profile, "name">): Promise<void> {
  const { notes } = await calls().undoProfile({ params: { name } });
  profileDrafts.revert(name);
  await profiles.load();
  showToast(notes.join(" "));
}

/** Takes what an action has filled in out of the form. */
function takeOut(operation: Operation, begun: Begun): void {
  const { type } = chosenDraft.peek();
  const filled = Object.keys(fieldsFrom(operation));
  const now = fieldsOf(chosenDraft.peek(), type);
  const restored = Object.entries({ ...now }).filter(([field]) => !filled.includes(field));
  const earlier = Object.entries(begun.fields).filter(([field]) => filled.includes(field));
  editFields(type, Object.fromEntries([...restored, ...earlier]));
}

/** Takes back what an action has filled in: in the form, or in the saved profile. */
export const undoFilled = (operation: Operation, { name }: Pick<Profile, "name">): Promise<void> =>
  keepFault(name, async () => {
    const begun = before.peek().get(operation.id);
    if (begun?.isDraft === true) takeOut(operation, begun);
    else await undoChange({ name });
    dismiss(operation);
  });
