// Attaches the token to a request, in the header or in the query, and replaces it once after status 401.

import { keepNewest, setHeader, setQueryParameter } from "@pictor/kernel/plugin";
import type { BeforeSend, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { oauthSetting, type OAuthSetting } from "../setting.js";
import { attachableToken } from "../tokens/attachable-token.js";
import type { TokenRecord } from "../tokens/token-record.js";
import type { TokenStore } from "../tokens/token-store.js";

/** Whether the error is one that another token would not avoid (RFC 6750 section 3.1). */
const isUnrelatedToToken = ({ headers }: NonNullable<SendContext["challenge"]>): boolean =>
  /\berror\s*=\s*"?(insufficient_scope|invalid_request)\b/i.test(headers["www-authenticate"] ?? "");

/**
 * Writes the token into the header or the query (RFC 6750 sections 2.1 and 2.3). The scheme is always written `Bearer`, regardless of the
 * provider's spelling.
 */
const withToken = (request: OutgoingRequest, { fields }: OAuthSetting, token: string): OutgoingRequest =>
  fields.addTo === "query"
    ? setQueryParameter(request, "access_token", token)
    : setHeader(request, "Authorization", `Bearer ${token}`);

/** Number of requests whose attached token is remembered. */
const maxRemembered = 1_000;

/** Creates the handler of `beforeSend`. It never involves the user: it rejects with `AUTH_ACTION_NEEDED` instead. */
export function createAddToken(tokens: Pick<TokenStore, "current" | "replaceRejected">): BeforeSend {
  const tokenByRequest = new Map<string, string>();

  const attach = (request: OutgoingRequest, setting: OAuthSetting, record: TokenRecord): OutgoingRequest => {
    const token = attachableToken(setting, record);
    tokenByRequest.set(request.id, token);
    keepNewest(tokenByRequest, maxRemembered);
    return withToken(request, setting, token);
  };

  // `context.signal` is read only when needed, because reading the property creates the signal.
  return (request, context) => {
    const { challenge } = context;
    const setting = oauthSetting(request.auth);
    if (challenge === undefined) {
      const record = tokens.current(setting, context);
      return record instanceof Promise
        ? record.then((awaited) => attach(request, setting, awaited))
        : attach(request, setting, record);
    }
    const rejected = tokenByRequest.get(request.id);
    if (rejected === undefined || isUnrelatedToToken(challenge)) return undefined;
    return tokens
      .replaceRejected(setting, rejected, context.signal)
      .then((record) => (record === undefined ? undefined : attach(request, setting, record)));
  };
}
