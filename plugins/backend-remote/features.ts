// What a server says of its limits: in the refusal itself, or in its flags (GET /features, since 0.3.45).

import { fault } from "@pictor/kernel/plugin";
import type { CallOptions, PictorError, Reply } from "@pictor/kernel/plugin";
import { fieldsOf, numberOf } from "./fields.js";
import { sendForJson } from "./http.js";
import type { Call, Peer } from "./http.js";

/** The largest request body that the server takes, in bytes; undefined when it does not say. */
export async function maxBodyBytes(peer: Peer, options: CallOptions = {}): Promise<number | undefined> {
  try {
    const flags = fieldsOf(await sendForJson(peer, { url: peer.routes.route("/features") }, options));
    const limit = numberOf(flags["max_upload_size"]);
    return limit === undefined ? undefined : Math.trunc(limit);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    return undefined;
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
  const limit = told === undefined ? await maxBodyBytes(peer, options) : Number(told);
  const isKnown = limit !== undefined && (told !== undefined || (bytes !== undefined && bytes > limit));
  const details = {
    method: call.method ?? "GET",
    url: call.url,
    bytes: bytes ?? "too many",
    limit: isKnown ? `at most ${limit}` : "fewer than that",
  };
  return fault("BACKEND_TOO_LARGE", details, { more: { status: reply.status } });
}
