// What a server says of its limits: in the refusal itself, or in its flags (GET /features, since 0.3.45).

import { fault, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, Reply } from "@pictor/kernel/plugin";
import { isAbsent } from "./faults.js";
import { fieldsOf, numberOf } from "./fields.js";
import { sendForJson } from "./http.js";
import type { Call, Peer } from "./http.js";

/** Nothing depends on these flags that could not be found out later. Milliseconds. */
const timeoutMs = 20_000;

/** What a server says of its largest request body. */
export interface BodyLimit {
  /** Undefined when it names none: servers before 0.3.45 have no flags. */
  readonly bytes: number | undefined;
}

/** Undefined when it gives no answer now. */
export async function readBodyLimit(peer: Peer, options: CallOptions = {}): Promise<BodyLimit | undefined> {
  try {
    const call: Call = { url: peer.routes.route("/features"), timeoutMs };
    const limit = numberOf(fieldsOf(await sendForJson(peer, call, options))["max_upload_size"]);
    return { bytes: limit === undefined ? undefined : Math.trunc(limit) };
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    return error instanceof PictorError && isAbsent(error) ? { bytes: undefined } : undefined;
  }
}

/**
 * The fault for a reply with status 413, whose text is "Maximum request body size 104857600 exceeded.". A proxy's own
 * refusal names no number, and then the server's limit counts only where the request is beyond it. `bytes` were sent.
 */
export async function tooLarge(
  peer: Peer,
  call: Call,
  reply: Reply,
  bytes: number | undefined,
  options: CallOptions = {},
): Promise<PictorError> {
  const text = await reply.text().catch(() => "");
  const told = /^Maximum request body size (\d+) exceeded/.exec(text)?.[1];
  const limit = told === undefined ? (await readBodyLimit(peer, options))?.bytes : Number(told);
  const isKnown = limit !== undefined && (told !== undefined || (bytes !== undefined && bytes > limit));
  const details = {
    method: call.method ?? "GET",
    url: call.url,
    bytes: bytes ?? "too many",
    limit: isKnown ? `at most ${limit}` : "fewer than that",
  };
  return fault("BACKEND_TOO_LARGE", details, { more: { status: reply.status } });
}
