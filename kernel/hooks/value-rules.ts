// Checks and freezes the values that handlers return, so that an invalid value is attributed to the plugin that returned it.

import { describeType } from "../base/errors/explain-violation.js";
import { checkDraft } from "../authoring/check-draft.js";
import { wrongHeader } from "../authoring/header-syntax.js";
import { deepFreeze } from "../base/freeze.js";
import {
  aFlag,
  aFunction,
  aName,
  aNumber,
  anObject,
  anything,
  aSecretText,
  aText,
  exactly,
  listOf,
  mismatch,
  oneOf,
  optional,
  orNothing,
  type Check,
} from "../base/errors/shapes.js";
import type { Output, Veto } from "../contract/jobs.js";
import type { OutgoingRequest } from "../contract/requests.js";
import type { ValueRules } from "./hook-definition.js";

// A header can be a credential, so its name and value are not described.
const secretTexts = listOf(aSecretText);
const aPair: Check = (value) =>
  Array.isArray(value) && value.length === 2
    ? secretTexts(value)
    : mismatch(value, "a pair of strings: [name, value]", describeType);

const aRequest = orNothing(
  "a request: { ...request, headers }",
  exactly<OutgoingRequest>({
    id: aText,
    purpose: oneOf("user", "backend", "handshake", "token", "discovery"),
    method: aText,
    url: aSecretText,
    headers: listOf(aPair, "an array of pairs: [name, value]"),
    body: optional(exactly({ open: aFunction, length: optional(aNumber), replayable: aFlag })),
    auth: anObject,
  }),
);

const anOutput = orNothing(
  "an output: { ...output, metadata }",
  exactly<Output>({
    jobId: aText,
    batch: aNumber,
    index: aNumber,
    file: anObject,
    mime: aText,
    open: aFunction,
    place: aNumber,
    seed: anything,
    prompt: exactly({ positive: aText, negative: aText }),
    metadata: anObject,
    path: optional(aText),
  }),
);

/** What a gate returns besides nothing. */
export const aVeto = orNothing(
  'a veto: { kind: "veto", code, message }',
  exactly<Veto>({ kind: oneOf("veto"), code: aName, message: aName, hint: optional(aText) }),
);

/**
 * Freezes the known members of a request, which is faster than a search, because this runs for every request. Settings
 * were frozen when they were checked.
 */
function freezeRequest<Value>(value: Value): Value {
  const { headers, auth, body } = value as OutgoingRequest;
  for (const pair of headers) Object.freeze(pair);
  Object.freeze(headers);
  if (!Object.isFrozen(auth)) deepFreeze(auth);
  if (body !== undefined) Object.freeze(body);
  return Object.freeze(value);
}

export const requestRules: ValueRules = {
  noun: "request",
  check: (value, before) =>
    aRequest(value) ?? wrongHeader(value as OutgoingRequest, before as OutgoingRequest),
  freeze: freezeRequest,
};
export const draftRules: ValueRules = { noun: "workflow draft", check: checkDraft, freeze: deepFreeze };
export const outputRules: ValueRules = { noun: "output", check: anOutput, freeze: deepFreeze };
