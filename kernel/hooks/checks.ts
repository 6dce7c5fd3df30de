// What the values of the three waterfalls must look like: enough to blame the right plugin for a wrong one.

import type { ResultCheck } from "./waterfall.js";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

/** An `OutgoingRequest`. */
export const checkRequest: ResultCheck = (value) =>
  isRecord(value) &&
  typeof value["url"] === "string" &&
  typeof value["method"] === "string" &&
  isRecord(value["auth"]) &&
  Array.isArray(value["headers"]) &&
  value["headers"].every(isPair)
    ? undefined
    : "a request with method, url, headers (pairs of texts) and auth";

/** A `WorkflowDraft`. */
export const checkDraft: ResultCheck = (value) =>
  isRecord(value) &&
  isRecord(value["graph"]) &&
  isRecord(value["anchors"]) &&
  isRecord(value["prompts"]) &&
  isRecord(value["origins"]) &&
  Array.isArray(value["outputs"]) &&
  Array.isArray(value["inputs"]) &&
  Array.isArray(value["requires"])
    ? undefined
    : "a workflow draft with graph, anchors, prompts, outputs, inputs, requires and origins";

/** An `Output`. */
export const checkOutput: ResultCheck = (value) =>
  isRecord(value) &&
  typeof value["open"] === "function" &&
  typeof value["mime"] === "string" &&
  isRecord(value["file"])
    ? undefined
    : "an output with file, mime and open()";
