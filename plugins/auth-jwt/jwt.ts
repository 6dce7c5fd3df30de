// Self-signed bearer tokens: signs or reuses a token for each request, and reports whether a setting is complete.

import { digestOf, setHeader, targetUrl } from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, Clock, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { claimsFor, fieldsOf, prefixOf, readKey, requireKey } from "./setting.js";
import { signToken } from "./sign-token.js";
import { createTokenCache } from "./token-cache.js";

/**
 * Creates the handler of `beforeSend`, which sets `Authorization: Bearer <token>`. A token is reused for its origin until
 * shortly before it expires. If the server refuses a reused token, the request is repeated once with a new one. Throws
 * `AUTH_NOT_CONFIGURED` and `AUTH_SETTING_INVALID`.
 */
export function createAddJwt(clock: Pick<Clock, "now">) {
  const tokens = createTokenCache(clock);
  return async function addJwt(
    request: OutgoingRequest,
    { reason }: Pick<SendContext, "reason">,
  ): Promise<OutgoingRequest | undefined> {
    const fields = fieldsOf(request.auth);
    const prefix = prefixOf(fields);
    const claims = claimsFor(fields, targetUrl(request).origin);
    const sign = async () => signToken(fields, await requireKey(fields), claims, clock.now());
    const isRefused = reason === "challenge";
    if (!fields.reuse && isRefused) return undefined;
    // Identifies everything that a token depends on by a hash, so that the key is not kept in memory.
    const key = digestOf(JSON.stringify([fields, claims]));
    const use = { key, requestId: request.id, isRefused };
    const token = fields.reuse ? await tokens.get(use, sign) : await sign();
    return token && setHeader(request, "Authorization", `${prefix}${token.text}`);
  };
}

/** The status is `missing` without a key. A note says why a key cannot sign, or that it is weak. */
export async function status(auth: AuthSetting): Promise<AuthStatus> {
  const fields = fieldsOf(auth);
  if (fields.key.trim() === "") return { state: "missing", fields: ["key"] };
  const read = await readKey(fields);
  const note = "problem" in read ? read.problem : read.weakness;
  return { state: "ready", ...(note !== undefined && { notes: [`Key: ${note}.`] }) };
}
