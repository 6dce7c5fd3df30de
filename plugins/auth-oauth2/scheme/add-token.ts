// Attaches the token to a request, in the header or in the query, and replaces it once after status 401.

import { keepNewest, setHeader, setQueryParameter } from "@pictor/kernel/plugin";
import type { Awaitable, BeforeSend, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { asksForNonce } from "../dpop/dpop-nonces.js";
import { oauthSetting, type OAuthSetting } from "../setting.js";
import { attachableToken } from "../tokens/attachable-token.js";
import { refusedAt } from "../tokens/refused-token.js";
import type { TokenRecord } from "../tokens/token-record.js";
import type { TokenStore } from "../tokens/token-store.js";
import type { RequestProofs } from "./request-proofs.js";

/** Whether the error is one that another token would not avoid (RFC 6750 section 3.1, RFC 9449 section 7.1). */
const isUnrelatedToToken = (challenge: string | undefined): boolean =>
  /\berror\s*=\s*"?(insufficient_scope|invalid_request|invalid_dpop_proof)\b/i.test(challenge ?? "");

/**
 * Writes the token into the header or the query (RFC 6750 sections 2.1 and 2.3). The scheme is always written `Bearer`,
 * regardless of the provider's spelling.
 */
const withToken = (request: OutgoingRequest, { fields }: OAuthSetting, token: string): OutgoingRequest =>
  fields.addTo === "query"
    ? setQueryParameter(request, "access_token", token)
    : setHeader(request, "Authorization", `Bearer ${token}`);

/** Number of requests whose attached token is remembered. */
const maxRemembered = 1_000;

/** Creates the handler of `beforeSend`. It never involves the user: it rejects with `AUTH_ACTION_NEEDED` instead. */
export function createAddToken(
  tokens: Pick<TokenStore, "current" | "replaceRejected">,
  proofs: RequestProofs,
): BeforeSend {
  const tokenByRequest = new Map<string, string>();

  const attach = (
    request: OutgoingRequest,
    setting: OAuthSetting,
    record: TokenRecord,
  ): Awaitable<OutgoingRequest> => {
    const token = attachableToken(setting, record);
    tokenByRequest.set(request.id, token);
    keepNewest(tokenByRequest, maxRemembered);
    return record.dpopKey !== undefined && token === record.accessToken
      ? proofs.attach(request, token, record.dpopKey)
      : withToken(request, setting, token);
  };

  /** The same token with a proof that has the nonce of the challenge; undefined unless that nonce is a new one. */
  const withNonce = async (
    request: OutgoingRequest,
    setting: OAuthSetting,
    context: SendContext,
  ): Promise<OutgoingRequest | undefined> => {
    const record = await tokens.current(setting, context);
    const nonce = context.challenge?.headers["dpop-nonce"];
    const isNew = await proofs.remember(request, record.dpopKey, nonce);
    return isNew ? attach(request, setting, record) : undefined;
  };

  const afterChallenge = async (
    request: OutgoingRequest,
    setting: OAuthSetting,
    rejected: string,
    context: SendContext,
  ): Promise<OutgoingRequest | undefined> => {
    const record = await tokens.replaceRejected(
      setting,
      rejected,
      context.signal,
      refusedAt(setting, rejected, new URL(request.url).origin, context.report),
    );
    if (record === undefined) return undefined;
    await proofs.remember(request, record.dpopKey, context.challenge?.headers["dpop-nonce"]);
    return attach(request, setting, record);
  };

  // `context.signal` is read only when needed, because reading the property creates the signal.
  return (request, context) => {
    const setting = oauthSetting(request.auth);
    if (context.challenge === undefined) {
      const record = tokens.current(setting, context);
      return record instanceof Promise
        ? record.then((awaited) => attach(request, setting, awaited))
        : attach(request, setting, record);
    }
    const rejected = tokenByRequest.get(request.id);
    const challenge = context.challenge.headers["www-authenticate"];
    if (rejected === undefined || isUnrelatedToToken(challenge)) return undefined;
    return setting.fields.dpop && asksForNonce(challenge)
      ? withNonce(request, setting, context)
      : afterChallenge(request, setting, rejected, context);
  };
}
