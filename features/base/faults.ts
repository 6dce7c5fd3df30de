// The errors of all operations.

import { defineErrors, type PictorError } from "@pictor/kernel";

export const catalog = {
  API_INPUT_INVALID: {
    class: "input",
    message: "{pointer} of the request: expected {expected}, found {found}.{suggestion}",
    fix: "Correct the request; GET /v1/openapi.json describes it.",
  },
  API_SCOPE_MISSING: {
    class: "denied",
    message: "The token does not have the scope {scope}.",
    fix: "Use a token with this scope: `pictor serve tokens create NAME --scope {scope}`.",
  },
  API_STATE_CONFLICT: {
    class: "conflict",
    message: "{what}.",
    fix: "Read the current state, and decide again.",
  },
  API_THING_UNKNOWN: {
    class: "unknown",
    message: "There is no {kind} {id}.",
    fix: "List what exists with GET {list}.",
  },
} as const;

export const operationFault = defineErrors(catalog);

/**
 * A value of a request that is not what it must be. `place` is a JSON pointer into the body, such as `#/params/width`, which
 * `details.problems` has too, or words for what is not in the body.
 */
export function inputInvalid(place: string, expected: string, found: string, suggestion = ""): PictorError {
  const problem = { pointer: place, expected, found, suggestion };
  const more = place.startsWith("#") ? { problems: [problem] } : {};
  return operationFault("API_INPUT_INVALID", problem, { more });
}

/** What is named does not exist. `list` is the path of those that do. */
export const thingUnknown = (kind: string, id: string, list: string): PictorError =>
  operationFault("API_THING_UNKNOWN", { kind, id, list });
