// The errors of the local API itself, and the HTTP status of every error that it replies with.

import { defineErrors, fault as kernelFault, PictorError, reasonOf, type Problem } from "@pictor/host";

/** The HTTP status of an error of the API. Part of the interface: clients may rely on it. */
const ownStatus = {
  API_BACKEND_NOT_DIRECT: 422,
  API_BATCHES_NOT_SUBMITTED: 500,
  API_BODY_INVALID: 400,
  API_BODY_TOO_LARGE: 413,
  API_CONTENT_TYPE: 415,
  API_CURL_INVALID: 422,
  API_CODE_REUSED: 401,
  API_CREDENTIAL_MISSING: 401,
  API_CREDENTIAL_REFUSED: 401,
  API_FETCH_SITE_REFUSED: 403,
  API_HANDSHAKE_INVALID: 400,
  API_HOST_REFUSED: 421,
  API_INLINE_REFUSED: 403,
  API_INPUT_INVALID: 422,
  API_JOB_NOT_SUBMITTED: 500,
  API_KEY_REUSED: 409,
  API_LINK_EXPIRED: 401,
  API_LINK_REFUSED: 401,
  API_METHOD_UNKNOWN: 405,
  API_OPERATION_RUNNING: 409,
  API_ORIGIN_REFUSED: 403,
  API_ORIGIN_UNCONFIRMED: 403,
  API_PATH_REFUSED: 403,
  API_PORT_REFUSED: 422,
  API_REFERENCE_REFUSED: 403,
  API_ROUTE_UNKNOWN: 404,
  API_SCOPE_MISSING: 403,
  API_REPLY_CUT: 200,
  API_STATE_CONFLICT: 409,
  API_THING_UNKNOWN: 404,
  API_THUMBNAIL_IMPOSSIBLE: 422,
  API_TOO_MANY: 429,
  API_UPLOADS_FULL: 507,
  API_UPLOAD_REFUSED: 415,
  API_UPLOAD_UNKNOWN: 422,
} as const satisfies Readonly<Record<keyof typeof catalog, number>>;

/** The texts of the errors, which docs/errors.md lists. */
export const catalog = {
  API_BACKEND_NOT_DIRECT: {
    message: "The backend {backend} of the kind {kind} has no server to which requests can be passed on.",
    fix: "Use POST /v1/jobs, or a backend whose kind is remote, managed or embedded.",
  },
  API_BATCHES_NOT_SUBMITTED: {
    message: "The server was restarted after it had submitted {submitted} of {count} batches of the job.",
    fix: "Retry the job, or submit one with the seeds that are missing.",
  },
  API_BODY_INVALID: {
    message: "The body of the request is not valid JSON: {reason}.",
    fix: "Send one JSON value in UTF-8.",
  },
  API_BODY_TOO_LARGE: {
    message: "The body of the request is larger than {limit} bytes.",
    fix: "Send less, or upload large files with POST /v1/uploads.",
  },
  API_CONTENT_TYPE: {
    message: "The route does not accept the content type {found}.",
    fix: "Send the header Content-Type: {expected}.",
  },
  API_CURL_INVALID: {
    message: "The curl command cannot be read: {reason}",
    fix: "Correct the command, or write the request as JSON.",
  },
  API_CREDENTIAL_MISSING: {
    message: "The request has no token.",
    fix: "Send the header Authorization: Bearer TOKEN. `pictor serve` prints a token when it starts.",
  },
  API_CODE_REUSED: {
    message:
      "The code of this address was used before, so another program may know it. The session that it had opened was ended.",
    fix: "Open the panel with a new address: Enter in the terminal of `pictor panel`, or start `pictor serve` again.",
  },
  API_CREDENTIAL_REFUSED: {
    message: "The token is unknown or was revoked.",
    fix: "Use a current token: `pictor serve tokens create` makes one.",
  },
  API_FETCH_SITE_REFUSED: {
    message: "A browser sent the request from another site (Sec-Fetch-Site: {found}).",
    fix: "Call the API from its own origin, or start the server with --origins and the origin of the page.",
  },
  API_HANDSHAKE_INVALID: {
    message: "The handshake is not valid: {reason}.",
    fix: "Open the address with a WebSocket client of version 13 (RFC 6455).",
  },
  API_HOST_REFUSED: {
    message: "The server does not answer for the host {found}.",
    fix: "Use one of the server's addresses: {expected}.",
  },
  API_INLINE_REFUSED: {
    message:
      "The scheme {scheme} sends requests of its own, so only a token with the scope admin may give its fields in a request.",
    fix: "Save the fields as a profile, and use its name as auth.",
  },
  API_INPUT_INVALID: {
    message: "{pointer} of the request must be {expected}, but it is {found}.{suggestion}",
    fix: "Correct the request; GET /v1/openapi.json describes it.",
  },
  API_JOB_NOT_SUBMITTED: {
    message: "The server ended before the backend had accepted the job.",
    fix: "Retry the job.",
  },
  API_KEY_REUSED: {
    message: "The Idempotency-Key was already used for another request.",
    fix: "Use a new key for each job; repeat a key only with the same body.",
  },
  API_LINK_EXPIRED: {
    message: "The signed link has expired.",
    fix: "Request a new link with POST /v1/links.",
  },
  API_LINK_REFUSED: {
    message:
      "The signed link was changed, or comes from another run of the server, or its token was revoked.",
    fix: "Request a new link with POST /v1/links.",
  },
  API_METHOD_UNKNOWN: {
    message: "The route {path} has no method {method}.",
    fix: "Use one of: {allowed}.",
  },
  API_OPERATION_RUNNING: {
    message: "An operation runs on the {kind} {name}: {title}.",
    fix: "Wait until the operation {operationId} has ended, or cancel it.",
  },
  API_ORIGIN_REFUSED: {
    message: "Pages of the origin {found} may not use this server.",
    fix: "Start the server with --origins and this origin, if you trust the page.",
  },
  API_ORIGIN_UNCONFIRMED: {
    message: "Nobody has confirmed that the credentials of the profile {profile} may be sent to {origin}.",
    fix: "Answer the question with a token of the scope admin, or add the origin to the profile.",
  },
  API_PATH_REFUSED: {
    message: "{pointer} names a file of the server's machine, which needs the scope admin.",
    fix: "Upload the file with POST /v1/uploads, and use the id of the upload.",
  },
  API_PORT_REFUSED: {
    message: "The API {api} cannot be served on a port of its own, on which no token is needed.",
    fix: "Use its path on the port of the server, with a token.",
  },
  API_REFERENCE_REFUSED: {
    message: "{pointer} refers to a secret, a variable or a file of the server, which needs the scope admin.",
    fix: "Write the value itself, or use a profile.",
  },
  API_ROUTE_UNKNOWN: {
    message: "There is no route {path}.{suggestion}",
    fix: "GET /v1/openapi.json lists all routes.",
  },
  API_SCOPE_MISSING: {
    message: "The token does not have the scope {scope}.",
    fix: "Use a token with this scope: `pictor serve tokens create NAME --scope {scope}`.",
  },
  API_REPLY_CUT: {
    message: "The body was read for {readMs} ms, and had not come to its end.",
    fix: "Give `readMs` to read longer, or follow the reply with POST /v1/requests/stream.",
  },
  API_STATE_CONFLICT: {
    message: "{what}.",
    fix: "Read the current state, and decide again.",
  },
  API_THING_UNKNOWN: {
    message: "There is no {kind} {id}.",
    fix: "List what exists with GET {list}.",
  },
  API_THUMBNAIL_IMPOSSIBLE: {
    message: "There is no thumbnail of the image {id}: {reason}.",
    fix: "Show the file itself, GET /v1/pictures/ID/file or GET /v1/jobs/ID/outputs/INDEX, or a placeholder.",
  },
  API_TOO_MANY: {
    message: "Too many {what}.",
    fix: "Try again in {seconds} seconds.",
  },
  API_UPLOADS_FULL: {
    message: "With this upload, the folder of the uploads would be larger than {quota} bytes.",
    fix: "Delete uploads with DELETE and the path /v1/uploads/ID, or wait: an upload that no job uses is deleted after a day.",
  },
  API_UPLOAD_REFUSED: {
    message: "The file is neither an image nor JSON: {reason}.",
    fix: "Choose a PNG, a JPEG or a WebP; or a workflow or a project as JSON.",
  },
  API_UPLOAD_UNKNOWN: {
    message: "{pointer} names the upload {id}, which does not exist or has expired.",
    fix: "Upload the file again with POST /v1/uploads.",
  },
} as const;

export const fault = defineErrors(catalog);

const isOwn = (code: string): code is keyof typeof ownStatus => Object.hasOwn(ownStatus, code);

/** Any thrown value as an error with a code. */
export const errorOf = (thrown: unknown): PictorError =>
  thrown instanceof PictorError ? thrown : kernelFault("INTERNAL", { reason: reasonOf(thrown) });

/** Converts an error to a problem, which results contain. */
export const problemFor = ({ code, what, hint }: PictorError): Problem => ({ code, message: what, hint });

/** The codes of errors whose cause is the request, or something that the request names. */
const callers =
  /^(SETTINGS|PARAM|PROMPT|CUSTOM|WORKFLOW|FEATURE|GRAPH|LIMIT|PRESET|PROFILE|CONFIG|ENVIRONMENT|FILE)_/;
const upstream = /^(BACKEND|REQUEST|SOCKET|AUTH|OUTPUT|EXTENSIONS?|MANAGED)_/;

/** The status that an API of a plugin has set on its error. */
const wantedStatus = ({ httpStatus }: PictorError["details"]): number | undefined =>
  typeof httpStatus === "number" && httpStatus >= 400 && httpStatus <= 599 ? httpStatus : undefined;

/** Codes of backends whose cause is the request, or something that the request names. */
const unfit: ReadonlySet<string> = new Set([
  "BACKEND_CANNOT",
  "BACKEND_COMFYUI_ABSENT",
  "BACKEND_COMFYUI_FOREIGN",
  "BACKEND_KIND_UNKNOWN",
  "BACKEND_NAME_INVALID",
  "BACKEND_REFUSED_GRAPH",
  "EXTENSION_ID_REFUSED",
  "EXTENSION_LOCK_INVALID",
  "EXTENSION_RANGE_INVALID",
  "INPUT_NOT_READABLE",
]);

/** Codes of requests that the caller may not make. */
const refused: ReadonlySet<string> = new Set([
  "AUTH_ORIGIN_REFUSED",
  "PRESET_OWNED",
  "REQUEST_ADDRESS_REFUSED",
  "TRUST_REQUIRED",
]);

/** The status of the reply that reports an error. */
export function statusOf({ code, base, details }: Pick<PictorError, "code" | "base" | "details">): number {
  if (isOwn(code)) return ownStatus[code];
  if (unfit.has(base)) return 422;
  const wanted = wantedStatus(details);
  if (wanted !== undefined) return wanted;
  if (base.endsWith("_UNKNOWN")) return 404;
  if (refused.has(base)) return 403;
  if (base === "ENVIRONMENT_NEEDED") return 409;
  if (base === "KERNEL_DISPOSED") return 503;
  if (callers.test(base) || base.startsWith("AUTH_ACTION_")) return 422;
  return upstream.test(base) ? 502 : 500;
}
