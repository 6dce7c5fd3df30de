// The errors of this API, with the HTTP status of each.

import { cutText, defineErrors, didYouMean, PictorError, type ErrorEntry } from "@pictor/kernel/plugin";
import { ApiError } from "@pictor/client";

export const catalog = {
  A1111_FIELD_INVALID: {
    class: "input",
    message: "The field {field}: expected {expected}, found {found}.",
    fix: "Correct the field, or leave it out.",
  },
  A1111_NAME_UNKNOWN: {
    class: "unknown",
    message: "The field {field} names the {kind} {name}, {problem}.{suggestion}",
    fix: "GET /sdapi/v1/{list} lists the names.",
  },
  A1111_SCRIPT_UNKNOWN: {
    class: "input",
    message: "The request names the script {name}, but Pictor has no scripts of the web UI.",
    fix: "Leave the script out; the features of Pictor are available to presets and to its own API.",
  },
  A1111_ROUTE_UNKNOWN: {
    class: "unknown",
    message: "Pictor does not have {method} {path} of the web UI's API.",
    fix: "The README of the plugin api-a1111 lists the routes.",
  },
  A1111_METHOD_REFUSED: {
    class: "input",
    status: 405,
    message: "The route {path} takes {expected}, not {method}.",
    fix: "Send the request with {expected}.",
  },
  A1111_BODY_INVALID: {
    class: "input",
    message: "The body of the request cannot be used, because {reason}.",
    fix: "Send a JSON object.",
  },
  A1111_BODY_TOO_LARGE: {
    class: "input",
    status: 413,
    message: "The body of the request has more than {limit} bytes.",
    fix: "Send smaller images.",
  },
  A1111_JOB_ENDED: {
    class: "upstream",
    status: 500,
    message: "The backend has made no image: {reason}.",
    fix: "The log of pictor serve says more about the job {job}.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;
const faults = defineErrors(catalog);

/**
 * `field` is the path of the field, such as `override_settings.sd_vae`. The value itself may be secret, so `found`
 * describes it.
 */
export const fieldInvalid = (field: string, expected: string, found: string) =>
  faults("A1111_FIELD_INVALID", { field, expected, found });

export interface UnknownName {
  readonly field: string;
  /** What has the name, such as `sampler`. */
  readonly kind: string;
  readonly name: string;
  /** The route that lists the names. */
  readonly list: string;
  readonly known: readonly string[];
  /** The files that the name can mean. */
  readonly meant?: readonly string[];
}

const longestName = 200;
/** The most files that an error about a name with several meanings lists. */
const mostMeant = 5;

export const nameUnknown = ({ name, known, meant = [], ...details }: UnknownName) =>
  faults("A1111_NAME_UNKNOWN", {
    ...details,
    name: JSON.stringify(cutText(name, longestName)),
    problem:
      meant.length > 1
        ? `which means several files: ${meant.slice(0, mostMeant).join(", ")}${meant.length > mostMeant ? ", ..." : ""}`
        : "which the backend does not have",
    suggestion: meant.length > 1 ? "" : didYouMean(name, known),
  });

export const scriptUnknown = (name: string) =>
  faults("A1111_SCRIPT_UNKNOWN", { name: JSON.stringify(cutText(name, longestName)) });
export const routeUnknown = (method: string, path: string) => faults("A1111_ROUTE_UNKNOWN", { method, path });
export const methodRefused = (method: string, path: string, expected: string) =>
  faults("A1111_METHOD_REFUSED", { method, path, expected });
export const bodyInvalid = (reason: string) => faults("A1111_BODY_INVALID", { reason });
export const bodyTooLarge = (limit: number) => faults("A1111_BODY_TOO_LARGE", { limit });
export const jobEnded = (job: string, reason: string) => faults("A1111_JOB_ENDED", { job, reason });

/** Makes the refusal of the local API an error of this one, with the same code, texts and status. */
export const asPictorError = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const { code, title, hint = "", status, details = {} } = error.problem;
  return new PictorError(code, title, hint, details, { class: error.problem.class, status });
};
