// The errors of the gateway, with the HTTP status of each.

import { defineErrors } from "@pictor/kernel/plugin";

const faults = defineErrors({
  COMFY_BACKEND_MISSING: {
    class: "unknown",
    message: "The path {path} names no backend.",
    fix: "Put the name of a backend first: /comfy/<backend>/. `pictor backend list` shows the names.",
  },
  COMFY_BACKEND_UNUSABLE: {
    class: "upstream",
    message: "The backend {backend} cannot be used: {reason}",
    fix: "If you change the configuration of the backend, restart the server afterwards. {hint}",
  },
  COMFY_PATH_INVALID: {
    class: "input",
    status: 400,
    message: "The path of the request cannot be passed on, because {reason}.",
    fix: "Write the path with valid percent-encoding, and without the segments `.` and `..`.",
  },
  COMFY_REPLY_INVALID: {
    class: "upstream",
    message: "The server of the backend has answered with the status {status}, which does not exist in HTTP.",
    fix: "Look at the log of the server, or of a proxy in front of it.",
  },
  COMFY_ROUTE_CLOSED: {
    class: "denied",
    message: "The gateway does not pass on {method} {path}.",
    fix: 'Add "{group}" to plugins.api-comfy.config.open in the configuration, if every client of the gateway may use these routes.',
  },
});

export const backendMissing = (path: string) => faults("COMFY_BACKEND_MISSING", { path });
/** `code` is that of the error, and `hint` says what to do about it. */
export const backendUnusable = (
  details: Readonly<Record<"backend" | "reason" | "hint" | "code", string>>,
  cause: unknown,
) => faults("COMFY_BACKEND_UNUSABLE", details, { cause });
export const pathInvalid = (reason: string) => faults("COMFY_PATH_INVALID", { reason });
export const replyInvalid = (status: number) => faults("COMFY_REPLY_INVALID", { status });
export const routeClosed = (details: {
  readonly method: string;
  readonly path: string;
  readonly group: string;
}) => faults("COMFY_ROUTE_CLOSED", details);
