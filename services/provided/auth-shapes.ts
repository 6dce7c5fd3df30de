// The shapes of what auth schemes and secret stores give back.

import {
  aFlag,
  aFunction,
  all,
  aName,
  aNumber,
  anObject,
  anything,
  aSecretText,
  aText,
  listOf,
  members,
  optional,
  recordOf,
  taggedBy,
} from "./shapes.js";

const expires = { expiresAtMs: optional(aNumber) };

/** An `AuthStatus`. */
export const aStatus = all(
  taggedBy("state", {
    ready: members({ ...expires, refreshable: optional(aFlag) }),
    expired: members({ ...expires, refreshable: aFlag }),
    "signed-out": anything,
    pending: members({
      expiresAtMs: aNumber,
      userCode: optional(aText),
      verificationUri: optional(aText),
    }),
    missing: members({ fields: listOf(aText) }),
  }),
  members({ actions: optional(listOf(aText)), notes: optional(listOf(aText)) }),
);

/** An `AuthActionResult`. Edits can contain secrets, and only their form is described. */
export const anActionResult = members({
  edit: optional(recordOf(recordOf(anything))),
  notes: optional(listOf(aText)),
});

export const claims = listOf(members({ title: aText, claims: anObject }));
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
