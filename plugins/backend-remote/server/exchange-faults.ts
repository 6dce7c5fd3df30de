// Turns failed exchanges with the server into errors of the kernel's catalog. No error repeats text from a reply.

import { fault, PictorError, reasonOf } from "@pictor/kernel/plugin";
import { isMissingRouteStatus, isTransientStatus } from "./statuses.js";

/** The facts about a failed request that its error names. */
export interface RequestSummary {
  readonly method: string;
  readonly url: string;
  /** Name of the auth profile in use. */
  readonly auth: string | undefined;
}

/** Errors of the request layer that mean "no reply"; its other errors are more precise and are passed on unchanged. */
const noReplyCodes: ReadonlySet<string> = new Set(["REQUEST_FAILED", "REQUEST_TIMEOUT"]);

/** The error for an exchange that failed: BACKEND_UNREACHABLE if no reply came, otherwise the kernel's own error. */
export function exchangeFault(error: unknown, request: RequestSummary): PictorError {
  if (error instanceof PictorError && !noReplyCodes.has(error.code)) return error;
  const knownReason = error instanceof PictorError ? error.details["reason"] : undefined;
  const reason = typeof knownReason === "string" ? knownReason : reasonOf(error).replace(/\.$/, "");
  return fault("BACKEND_UNREACHABLE", { url: request.url, reason }, { cause: error });
}

/** Whether the same request may succeed later. An unreachable token provider counts like an unreachable server. */
export const maySucceedLater = ({ base, details }: PictorError): boolean =>
  base === "AUTH_UNREACHABLE" || isTransientStatus(details["status"]);

/** The error for an unusable reply, such as that of another program at this address. */
export const replyFault = (
  { method = "GET", url }: Partial<RequestSummary> & Pick<RequestSummary, "url">,
  found: string,
  expected: string,
  status?: number,
): PictorError =>
  fault("BACKEND_REPLY", { method, url, found, expected }, status === undefined ? {} : { more: { status } });

/** Runs `work`; an outage becomes BACKEND_UNREACHABLE for the address `url`. */
export async function outageAsUnreachable<Value>(url: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PictorError) || !maySucceedLater(error)) throw error;
    throw fault("BACKEND_UNREACHABLE", { url, reason: error.what.replace(/\.$/, "") }, { cause: error });
  }
}

/**
 * Whether the server lacks the route: it answered with the status of a missing route, or with another program's page. ComfyUI
 * answers 405 to a POST and 404 to a GET of an unknown path, and the same to a known path with the wrong method.
 */
export const isMissingRoute = (error: unknown): boolean =>
  error instanceof PictorError &&
  error.code === "BACKEND_REPLY" &&
  (error.details["status"] === undefined || isMissingRouteStatus(error.details["status"]));

/** The answer of a route; `absent` if the server lacks the route. */
export const unlessMissing = <Value, Absent>(
  asking: Promise<Value>,
  absent: Absent,
): Promise<Value | Absent> =>
  asking.catch((error: unknown) => {
    if (isMissingRoute(error)) return absent;
    throw error;
  });

/**
 * The error for an unexpected status. ComfyUI itself has no accounts: a 401 or 403 comes from a proxy in front of it, or
 * from ComfyUI's check of the request's origin.
 */
export function statusFault(status: number, expected: string, request: RequestSummary): PictorError {
  const { url, auth } = request;
  if (status !== 401 && status !== 403) return replyFault(request, `status ${status}`, expected, status);
  return auth === undefined
    ? fault("AUTH_REQUIRED", { where: url, status })
    : fault("AUTH_REJECTED", { where: url, auth, status });
}
