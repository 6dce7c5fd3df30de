// The shapes of what auth schemes and secret stores give back.

import {
  aFlag,
  aFunction,
  aName,
  aNumber,
  anObject,
  anything,
  aSecretText,
  aText,
  listOf,
  exactly,
  exactlyBy,
  members,
  optional,
  recordOf,
} from "@pictor/kernel";

const expires = { expiresAtMs: optional(aNumber) };

/** An `AuthStatus`. */
export const aStatus = exactlyBy(
  "state",
  {
    ready: { ...expires, refreshable: optional(aFlag) },
    expired: { ...expires, refreshable: aFlag, refused: optional(aFlag) },
    "signed-out": {},
    pending: { expiresAtMs: aNumber, userCode: optional(aText), verificationUri: optional(aText) },
    missing: { fields: listOf(aText) },
  },
  { actions: optional(listOf(aText)), notes: optional(listOf(aText)) },
);

/** An `AuthActionResult`. Edits can contain secrets, and only their form is described. */
export const anActionResult = exactly({
  edit: optional(recordOf(recordOf(anything))),
  notes: optional(listOf(aText)),
});

export const claims = listOf(exactly({ title: aText, claims: anObject }));
/** A token; undefined if there is none. */
export const aToken = optional(aSecretText);

export const aSecretStore = members({
  description: aText,
  get: aFunction,
  set: aFunction,
  delete: aFunction,
  keys: aFunction,
  exclusively: aFunction,
  close: optional(aFunction),
});
export const aStoredSecret = optional(aSecretText);
export const secretKeys = listOf(aName);
