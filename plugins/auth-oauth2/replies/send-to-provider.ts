// Sends one request to the provider and reads the whole reply: no redirect, one deadline, a size limit.

import { linkedController, fault, PictorError } from "@pictor/kernel/plugin";
import type { Clock, Network, RequestInput } from "@pictor/kernel/plugin";
import type { DpopKey } from "../dpop/dpop-key.js";
import type { DpopNonces } from "../dpop/dpop-nonces.js";
import { oauthFault } from "../faults.js";
import { plainText } from "../plain-text.js";

/** Proves possession of a key in token requests, with the nonces of the provider (RFC 9449 sections 5 and 8). */
export interface TokenProofs {
  readonly key: DpopKey;
  readonly nonces: DpopNonces;
}

/** The dependencies of every call to the provider. */
export interface ProviderContext {
  readonly send: Network["send"];
  readonly clock: Clock;
  /** Token requests carry proofs of this key; absent for tokens that are bound to no key. */
  readonly proofs?: TokenProofs | undefined;
  /** Cancels the call; it then rejects with the reason of this signal. */
  readonly signal: AbortSignal;
}

/**
 * Time limit until the whole reply is read. Shorter than the deadline of a `beforeSend` handler, whose error would be less
 * precise.
 */
export const timeoutMs = 20_000;
/** Limit for the body of a reply, before and after decompression. */
export const maxBodyBytes = 262_144;

export interface ProviderReply {
  readonly status: number;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body. */
  readonly body: Uint8Array;
}

const invalidReply = (url: string, status: number | string, problem: string): PictorError =>
  oauthFault("OAUTH_RESPONSE_INVALID", { url, status, problem });
const unreachable = (url: string, reason: string): PictorError =>
  fault("AUTH_UNREACHABLE", { where: url, reason: reason.replace(/\.$/, "") });

/** Translates a failed request. Errors of the kernel that are not about the connection are returned unchanged. */
function requestFault(error: PictorError, url: string, status: number | undefined): PictorError {
  const { reason, target, maxBytes, status: redirected } = error.details;
  const shownReason = plainText(String(reason), 500);
  switch (error.code) {
    case "REQUEST_FAILED":
      return unreachable(url, shownReason);
    case "REQUEST_TOO_LARGE":
      return invalidReply(url, status ?? "unknown", `it is larger than ${String(maxBytes)} bytes`);
    case "REQUEST_CODING_INVALID": {
      const { coding, problem } = error.details;
      return invalidReply(
        url,
        status ?? "unknown",
        `its content coding ${String(coding)} ${String(problem)}`,
      );
    }
    case "REQUEST_REDIRECT":
      return invalidReply(
        url,
        Number(redirected),
        `it redirects to ${plainText(String(target), 500)}, ${shownReason}`,
      );
    default:
      return error;
  }
}

/**
 * Sends once. `shownUrl` is the URL for error messages. Rejects with `AUTH_UNREACHABLE` if there is no complete reply in
 * time, with `OAUTH_RESPONSE_INVALID` for a reply over the limit or a redirect that `request` does not permit, or with the
 * reason of `context.signal`. By default no redirect is permitted, because a 307 would carry secrets to another server
 * (RFC 9700 section 4.12).
 */
export async function sendToProvider(
  request: RequestInput,
  shownUrl: string,
  { send, clock, signal }: ProviderContext,
  maxBytes = maxBodyBytes,
): Promise<ProviderReply> {
  signal.throwIfAborted();
  const { controller, release } = linkedController(signal);
  const cancelTimer = clock.after(timeoutMs, () => controller.abort());
  let status: number | undefined;
  try {
    const reply = await send({ redirect: "error", ...request }, { signal: controller.signal, maxBytes });
    status = reply.status;
    const body = await reply.bytes();
    signal.throwIfAborted();
    return { status, headers: reply.headers, body };
  } catch (error) {
    signal.throwIfAborted();
    if (controller.signal.aborted)
      throw unreachable(shownUrl, `it did not answer within ${timeoutMs / 1_000} seconds`);
    throw error instanceof PictorError ? requestFault(error, shownUrl, status) : error;
  } finally {
    cancelTimer();
    release();
  }
}
