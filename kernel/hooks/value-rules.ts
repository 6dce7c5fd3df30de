// Checks and freezes the values of the three waterfalls, so that an invalid value is attributed to the plugin that
// returned it.

import { isRecord } from "../base/guards.js";
import type { OutgoingRequest } from "../contract/requests.js";
import { deepFreeze } from "../base/freeze.js";
import type { ValueRules } from "./hook-definition.js";

type Check = ValueRules["check"];

const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

const checkRequest: Check = (value) =>
  isRecord(value) &&
  typeof value["url"] === "string" &&
  typeof value["method"] === "string" &&
  isRecord(value["auth"]) &&
  Array.isArray(value["headers"]) &&
  value["headers"].every(isPair)
    ? undefined
    : "a request with method, url, headers (pairs of strings) and auth";

const checkDraft: Check = (value) =>
  isRecord(value) &&
  isRecord(value["graph"]) &&
  isRecord(value["anchors"]) &&
  isRecord(value["prompts"]) &&
  [value["origins"], ...Object.values((value["origins"] ?? {}) as Record<string, unknown>)].every(isRecord) &&
  Array.isArray(value["outputs"]) &&
  Array.isArray(value["inputs"]) &&
  Array.isArray(value["requires"])
    ? undefined
    : "a workflow draft with graph, anchors, prompts, outputs, inputs, requires and origins";

const checkOutput: Check = (value) =>
  isRecord(value) &&
  typeof value["open"] === "function" &&
  typeof value["mime"] === "string" &&
  isRecord(value["file"])
    ? undefined
    : "an output with file, mime and open()";

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

export const requestRules: ValueRules = { check: checkRequest, freeze: freezeRequest };
export const draftRules: ValueRules = { check: checkDraft, freeze: deepFreeze };
export const outputRules: ValueRules = { check: checkOutput, freeze: deepFreeze };
