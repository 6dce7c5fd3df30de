// The server's limit for request bodies, from a refusal or from its feature flags (GET /features, since 0.3.45).

import { fault, asFiniteNumber, recordOrEmpty } from "@pictor/kernel/plugin";
import type { CallOptions, PictorError, Reply } from "@pictor/kernel/plugin";
import { isMissingRoute } from "./exchange-faults.js";
import { requestJson, type RemoteServer, type ServerRequest } from "./requests.js";

/**
 * Time limit in milliseconds. It is short, because the body limit is only an early warning: if it is unknown, an upload
 * that is too large fails with status 413.
 */
const timeoutMs = 20_000;

export interface BodyLimit {
  /** The limit; undefined if the server's flags name none, or if the server has no flags. */
  readonly maxBytes: number | undefined;
}

/** Reads the limit; undefined if the server cannot be asked at the moment. */
export async function readBodyLimit(
  server: RemoteServer,
  options: CallOptions = {},
): Promise<BodyLimit | undefined> {
  try {
    const request: ServerRequest = { url: server.routes.route("/features"), timeoutMs };
    const limit = asFiniteNumber(
      recordOrEmpty(await requestJson(server, request, options))["max_upload_size"],
    );
    return { maxBytes: limit === undefined ? undefined : Math.trunc(limit) };
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    return isMissingRoute(error) ? { maxBytes: undefined } : undefined;
  }
}

/**
 * The error for a reply with status 413 to a request that carried `bytes`. ComfyUI's text is "Maximum request body size
 * 104857600 exceeded."; a proxy names no number, and then the limit from the server's flags is reported only if the
 * request exceeds it.
 */
export async function bodyTooLargeFault(
  server: RemoteServer,
  { method = "GET", url }: ServerRequest,
  reply: Reply,
  bytes: number | undefined,
  options: CallOptions = {},
): Promise<PictorError> {
  const text = await reply.text().catch(() => "");
  const named = /^Maximum request body size (\d+) exceeded/.exec(text)?.[1];
  const limit = named === undefined ? (await readBodyLimit(server, options))?.maxBytes : Number(named);
  const isCertain = limit !== undefined && (named !== undefined || (bytes !== undefined && bytes > limit));
  const details = {
    method,
    url,
    bytes: bytes ?? "too many",
    limit: isCertain ? `at most ${limit}` : "fewer than that",
  };
  return fault("BACKEND_TOO_LARGE", details, { more: { status: reply.status } });
}
