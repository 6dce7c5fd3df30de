// Learns which ways of cancelling a server supports by trying them, again after a possible restart of the server.

import { parseJsonOrUndefined, PictorError, recordOrEmpty } from "@pictor/kernel/plugin";
import type { Backend, CallOptions, Reply } from "@pictor/kernel/plugin";
import { send, type RemoteServer, type ServerRequest } from "../server/requests.js";
import { mayHaveRestarted, type RestartSigns } from "../server/restart-signs.js";
import { isTransientStatus } from "../server/statuses.js";

/** The result of POST /api/jobs/{id}/cancel. */
export type JobCancelResult =
  | { readonly kind: "cancelled" }
  /** The server lacks the route, or did not cancel the prompt. */
  | { readonly kind: "declined" }
  /** A proxy blocks this route, which says nothing about the other routes. */
  | { readonly kind: "blocked"; readonly reason: string };

export type CancelSupport = ReturnType<typeof createCancelSupport>;

/** Time limit in milliseconds. It is short, because the user is waiting and the older routes may still have to be tried. */
const timeoutMs = 5_000;
/** The largest reply that is read, in bytes. ComfyUI replies with one small JSON object, a proxy may reply with a web page. */
const maxBytes = 100_000;
/** Statuses with which ComfyUI itself refuses to cancel, or lacks the route. Others come from a proxy. */
const ownRefusals: ReadonlySet<number> = new Set([400, 404, 405, 500, 501]);

/** Whether a version is 0.3.57 or newer; false if it does not start with three numbers. */
export function versionHasTargetedInterrupt(version: string): boolean {
  const numbers = /^v?(\d+\.\d+\.\d+)/.exec(version)?.[1];
  return numbers !== undefined && numbers.localeCompare("0.3.57", "en", { numeric: true }) >= 0;
}

/** Learns what the server supports. `info` is the instance's cached reading of the server's version. */
export function createCancelSupport(server: RemoteServer, info: Backend["info"]) {
  let missingRoute: { readonly result: JobCancelResult; readonly signs: RestartSigns } | undefined;

  return {
    /** Asks the server to cancel a queued or running prompt. Rejects if credentials are missing or refused. */
    async cancelJob(promptId: string, options: CallOptions): Promise<JobCancelResult> {
      if (missingRoute !== undefined && !mayHaveRestarted(missingRoute.signs, server.restartSigns))
        return missingRoute.result;
      // ComfyUI declares this route below /api only, whatever the prefix of the other routes.
      const url = `${server.routes.base}api/jobs/${encodeURIComponent(promptId)}/cancel`;
      const request: ServerRequest = { method: "POST", url, accept: "any", timeoutMs, maxBytes };
      try {
        const { status, json } = await send(server, request, options, readReply);
        options.signal?.throwIfAborted();
        const { cancelled, error } = recordOrEmpty(json);
        if (cancelled === true) return { kind: "cancelled" };
        const result = status < 300 || ownRefusals.has(status) ? declined : blocked(`status ${status}`);
        // A reply without JSON (404, 405) means that the route is missing.
        const hasRoute = cancelled !== undefined || error !== undefined || isTransientStatus(status);
        missingRoute = hasRoute ? undefined : { result, signs: { ...server.restartSigns } };
        return result;
      } catch (error) {
        if (server.closed.aborted || options.signal?.aborted === true || !isRouteFailure(error)) throw error;
        // If the whole server is unreachable, the next request fails with that error.
        return error.code === "BACKEND_UNREACHABLE" ? declined : blocked(error.what.replace(/\.$/, ""));
      }
    },
    /** Whether an interrupt with an id stops only that prompt (since 0.3.57). False if the version is unknown. */
    async hasTargetedInterrupt(options: CallOptions) {
      try {
        return versionHasTargetedInterrupt((await info(options)).version);
      } catch (error) {
        if (options.signal?.aborted === true) throw error;
        return false;
      }
    },
  };
}

const declined: JobCancelResult = { kind: "declined" };
const blocked = (reason: string): JobCancelResult => ({ kind: "blocked", reason });

/**
 * Whether other routes are worth trying. Missing credentials affect every route, and sending refused ones again can lock
 * the client out.
 */
const isRouteFailure = (error: unknown): error is PictorError =>
  error instanceof PictorError && !error.base.startsWith("AUTH_");

async function readReply(reply: Reply): Promise<{ readonly status: number; readonly json: unknown }> {
  const text = await reply.text().catch(() => "");
  return { status: reply.status, json: parseJsonOrUndefined(text) };
}
