// The errors of the local API itself, and the HTTP status of every error that it replies with.

import { catalog as ofOperations } from "@pictor/features/base";
import { defineErrors, type ErrorClass, type PictorError } from "@pictor/kernel";

/** The errors, which docs/errors.md lists. Those of all operations are in features/base. */
export const catalog = {
  API_BACKEND_NOT_DIRECT: {
    class: "input",
    message: "The backend {backend} of the kind {kind} has no server to which requests can be passed on.",
    fix: "Use POST /v1/jobs, or a backend whose kind is remote, managed or embedded.",
  },
  API_BODY_INVALID: {
    class: "input",
    status: 400,
    message: "The body of the request is not valid JSON: {reason}.",
    fix: "Send one JSON value in UTF-8.",
  },
  API_BODY_TOO_LARGE: {
    class: "input",
    status: 413,
    message: "The body of the request is larger than {limit} bytes.",
    fix: "Send less, or upload large files with POST /v1/uploads.",
  },
  API_CONTENT_TYPE: {
    class: "input",
    status: 415,
    message: "The route does not accept the content type {found}.",
    fix: "Send the header Content-Type: {expected}.",
  },
  API_CURL_INVALID: {
    class: "input",
    message: "The curl command cannot be read: {reason}",
    fix: "Correct the command, or write the request as JSON.",
  },
  API_CREDENTIAL_MISSING: {
    class: "denied",
    status: 401,
    message: "The request has no token.",
    fix: "Send the header Authorization: Bearer TOKEN. `pictor serve` prints a token when it starts.",
  },
  API_CODE_REUSED: {
    class: "denied",
    status: 401,
    message:
      "The code of this address was used before, so another program may know it. The session that the code had opened was ended.",
    fix: "Open the panel with a new address: press Enter in the terminal of `pictor panel`, or restart `pictor serve`.",
  },
  API_CREDENTIAL_REFUSED: {
    class: "denied",
    status: 401,
    message: "The token is unknown or was revoked.",
    fix: "Use a current token: `pictor serve tokens create` creates one.",
  },
  API_FETCH_SITE_REFUSED: {
    class: "denied",
    message: "A browser sent the request from another site (Sec-Fetch-Site: {found}).",
    fix: "Call the API from its own origin, or start the server with --origins and the origin of the page.",
  },
  API_SERVICE_WORKER_REFUSED: {
    class: "denied",
    message:
      "A page wants to install a service worker, which would stay in the browser after the page is closed.",
    fix: "Do the work in the page, or in a worker of the page, which ends with it.",
  },
  API_HANDSHAKE_INVALID: {
    class: "input",
    status: 400,
    message: "The handshake is not valid: {reason}.",
    fix: "Open the address with a WebSocket client of version 13 (RFC 6455).",
  },
  API_HOST_REFUSED: {
    class: "input",
    status: 421,
    message: "The server does not answer for the host {found}.",
    fix: "Use one of the server's addresses: {expected}.",
  },
  API_INLINE_REFUSED: {
    class: "denied",
    message:
      "The scheme {scheme} sends requests of its own, so only a token with the scope admin may give its fields in a request.",
    fix: "Save the fields as a profile, and use its name as auth.",
  },
  API_JOB_NOT_SUBMITTED: {
    class: "fault",
    message: "The server ended {times} times before a backend accepted the job, so the job may be the cause.",
    fix: "See the server's log for why the server ended, and retry the job.",
  },
  API_JOURNAL_NOT_READABLE: {
    class: "fault",
    message: "{path} cannot be read: {reason}.",
    fix: "Correct the permissions of the file, or move the file away: the server then starts without what the file lists.",
  },
  API_KEY_REUSED: {
    class: "conflict",
    message: "The Idempotency-Key was already used for another request.",
    fix: "Use a new key for each job; repeat a key only with the same body.",
  },
  API_LINK_EXPIRED: {
    class: "denied",
    status: 401,
    message: "The signed link has expired.",
    fix: "Request a new link with POST /v1/links.",
  },
  API_LINK_REFUSED: {
    class: "denied",
    status: 401,
    message:
      "The signed link was changed, or comes from another run of the server, or its token was revoked.",
    fix: "Request a new link with POST /v1/links.",
  },
  API_METHOD_UNKNOWN: {
    class: "input",
    status: 405,
    message: "The route {path} has no method {method}.",
    fix: "Use one of: {allowed}.",
  },
  API_OPERATION_RUNNING: {
    class: "conflict",
    message: "An operation is running on the {kind} {name}: {title}.",
    fix: "Wait until the operation {operationId} has ended, or cancel it.",
  },
  API_ORIGIN_REFUSED: {
    class: "denied",
    message: "Pages of the origin {found} may not use this server.",
    fix: "Start the server with --origins and this origin, if you trust the page.",
  },
  API_ORIGIN_UNCONFIRMED: {
    class: "denied",
    message: "Nobody has confirmed that the credentials of the profile {profile} may be sent to {origin}.",
    fix: "Answer the question with a token of the scope admin, or add the origin to the profile.",
  },
  API_PATH_REFUSED: {
    class: "denied",
    message: "{pointer} names a file of the server's machine, which needs the scope admin.",
    fix: "Upload the file with POST /v1/uploads, and use the id of the upload.",
  },
  API_PRIORITY_REFUSED: {
    class: "denied",
    message: "{owner} may not give prompts the priority {priority}.",
    fix: "Use one of: {allowed}.",
  },
  API_QUOTA_REACHED: {
    class: "full",
    status: 429,
    message: "{owner} has {found} {what}, and its quota is {limit}.",
    fix: "Try again in {seconds} seconds{remedy}. An administrator can change the quota of the token.",
  },
  API_QUOTA_TOO_SMALL: {
    class: "denied",
    message: "The submission has {prompts} prompts, and the quota of {owner} is {limit} {what}.",
    fix: "Submit fewer batches at once. An administrator can change the quota of the token.",
  },
  API_PORT_REFUSED: {
    class: "input",
    message: "The API {api} cannot be served on a port of its own, on which no token is needed.",
    fix: "Use its path on the port of the server, with a token.",
  },
  API_REFERENCE_REFUSED: {
    class: "denied",
    message: "{pointer} refers to a secret, a variable or a file of the server, which needs the scope admin.",
    fix: "Write the value itself, or use a profile.",
  },
  API_ROUTE_UNKNOWN: {
    class: "unknown",
    message: "There is no route {path}.{suggestion}",
    fix: "GET /v1/openapi.json lists all routes.",
  },
  API_REPLY_CUT: {
    class: "upstream",
    message: "The body was read for {readMs} ms, and is incomplete.",
    fix: "Increase `readMs` to read longer, or follow the reply with POST /v1/requests/stream.",
  },
  API_THUMBNAIL_IMPOSSIBLE: {
    class: "input",
    message: "There is no thumbnail of the image {id}: {reason}.",
    fix: "Show the file itself, GET /v1/pictures/ID/file or GET /v1/jobs/ID/outputs/INDEX, or a placeholder.",
  },
  API_TOO_MANY: {
    class: "full",
    status: 429,
    message: "Too many {what}.",
    fix: "Try again in {seconds} seconds.",
  },
  API_WEBHOOK_SECRET_INVALID: {
    class: "input",
    message: "The secret that signs webhooks is not base64 of {leastBytes} to {mostBytes} bytes.",
    fix: "Create a secret with openssl rand -base64 32, and give it to the receiver too.",
  },
  API_WEBHOOK_UNSIGNED: {
    class: "input",
    message: "The webhook of a job needs a secret that signs it, and the configuration has none.",
    fix: "Set server.webhook.secret in the configuration, as a reference.",
  },
  API_UPLOADS_FULL: {
    class: "full",
    message: "With this upload, the folder of the uploads would be larger than {quota} bytes.",
    fix: "Delete uploads with DELETE and the path /v1/uploads/ID, or wait: an upload that no job uses is deleted after a day.",
  },
  API_UPLOAD_REFUSED: {
    class: "input",
    status: 415,
    message: "The file is neither an image nor JSON: {reason}.",
    fix: "Choose a PNG, a JPEG or a WebP; or a workflow or a project as JSON.",
  },
  API_UPLOAD_UNKNOWN: {
    class: "input",
    status: 422,
    message: "{pointer} names the upload {id}, which does not exist or has expired.",
    fix: "Upload the file again with POST /v1/uploads.",
  },
} as const;

export const fault = defineErrors({ ...ofOperations, ...catalog });

/** The HTTP status of an error whose definition names none. Part of the interface: clients may rely on it. */
const byClass: Readonly<Record<ErrorClass, number>> = {
  input: 422,
  unknown: 404,
  denied: 403,
  conflict: 409,
  upstream: 502,
  lost: 502,
  full: 507,
  fault: 500,
};

/** The status of the reply that reports an error. A status of a plugin that reports no error is not used. */
export const statusOf = ({ class: kind, status = 0 }: Pick<PictorError, "class" | "status">): number =>
  status >= 400 && status <= 599 ? status : byClass[kind];
