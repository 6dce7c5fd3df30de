// One request to a provider and its whole reply: no redirect, a deadline, a limit, and failures in our own words.

import { fault, PictorError, systemCode } from "@pictor/kernel/plugin";
import type { RequestInput } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import { decoded } from "./content-encoding.js";
import { plainText } from "./plain-text.js";
import type { Wire } from "./types.js";

/** Until the reply has been read: shorter than a handler of beforeSend may take, so that it can say what was wrong. Milliseconds. */
export const timeoutMs = 20_000;
/** Of the reply's body, before and after decompression. Bytes. */
export const maxBytes = 262_144;

/** A reply of any status, read and decompressed. */
export interface RawReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const silence = `it gave no answer within ${timeoutMs / 1_000} seconds`;

const unusable = (url: string, status: number | string, problem: string): PictorError =>
  oauthFault("OAUTH_RESPONSE_INVALID", { url, status, problem });
const unreachable = (url: string, reason: string): PictorError =>
  fault("AUTH_UNREACHABLE", { where: url, reason: reason.replace(/\.$/, "") });

/** The kernel's errors in the terms of a provider; what it says more precisely stays as it is. */
function failure(error: unknown, url: string, status: number | undefined): PictorError {
  if (!(error instanceof PictorError)) {
    const code = systemCode(error) ?? "";
    const named = /^[A-Z_]+$/.test(code) ? ` (${code})` : "";
    return unreachable(url, `the connection broke${named}`);
  }
  const { reason, target, maxBytes: limit } = error.details;
  switch (error.code) {
    case "REQUEST_FAILED":
      return unreachable(url, plainText(String(reason), 500));
    case "REQUEST_TIMEOUT":
      return unreachable(url, silence);
    case "REQUEST_TOO_LARGE":
      return unusable(url, status ?? "unknown", `it has more than ${String(limit)} bytes`);
    case "REQUEST_REDIRECT":
      return unusable(
        url,
        "3xx",
        `a redirect to ${plainText(String(target), 500)}, to which nothing was sent again`,
      );
    default:
      return error;
  }
}

/**
 * Sends once. `shown` is the address as errors name it. Rejects with the signal's reason when `wire.signal` is aborted,
 * with `AUTH_UNREACHABLE` when nobody answers in time, with `OAUTH_RESPONSE_INVALID` for a redirect (RFC 9700 section
 * 4.12: a 307 would carry the secrets to another server) and for a reply that is too large.
 */
export async function exchange(
  request: RequestInput,
  shown: string,
  wire: Wire,
  limit = maxBytes,
): Promise<RawReply> {
  wire.signal.throwIfAborted();
  const deadline = new AbortController();
  const disarm = wire.clock.after(timeoutMs, () => {
    deadline.abort();
  });
  const signal = AbortSignal.any([wire.signal, deadline.signal]);
  let status: number | undefined;
  try {
    const reply = await wire.send({ ...request, redirect: "error" }, { signal, timeoutMs, maxBytes: limit });
    status = reply.status;
    const received = await reply.bytes();
    const body = await decoded(received, reply.headers["content-encoding"] ?? "", limit);
    if ("problem" in body) throw unusable(shown, status, body.problem);
    wire.signal.throwIfAborted();
    return { status, headers: reply.headers, body: body.bytes };
  } catch (error) {
    wire.signal.throwIfAborted();
    throw deadline.signal.aborted ? unreachable(shown, silence) : failure(error, shown, status);
  } finally {
    disarm();
  }
}
