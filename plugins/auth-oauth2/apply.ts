// The token in a request: in the header, or in the query; and another one after a 401 that blames the first.

import { setHeader, setQuery } from "@pictor/kernel/plugin";
import type { BeforeSend, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { oauthSetting, type OAuthSetting } from "./setting.js";
import { tokenToAttach } from "./tokens/attach.js";
import type { TokenRecord } from "./tokens/record.js";
import type { Tokens } from "./tokens/tokens.js";

/** RFC 6750 section 3.1: a token that may not do this, or a malformed request, is not helped by another token. */
const isBeyondTokens = ({ headers }: NonNullable<SendContext["challenge"]>): boolean =>
  /\berror\s*=\s*"?(insufficient_scope|invalid_request)\b/i.test(headers["www-authenticate"] ?? "");

/** RFC 6750 sections 2.1 and 2.3; the scheme is written `Bearer`, however the server spelt its type. */
const withToken = (request: OutgoingRequest, { fields }: OAuthSetting, token: string): OutgoingRequest =>
  fields.addTo === "query"
    ? setQuery(request, "access_token", token)
    : setHeader(request, "Authorization", `Bearer ${token}`);

/** How many requests under way are remembered with the token that they carry. */
const maxRemembered = 1_000;

/** The handler. It never starts a flow that needs a person: such a token rejects with `AUTH_ACTION_NEEDED`. */
export function createAddToken(tokens: Pick<Tokens, "current" | "afterChallenge">): BeforeSend {
  const carried = new Map<string, string>();

  const attach = (request: OutgoingRequest, setting: OAuthSetting, record: TokenRecord): OutgoingRequest => {
    const token = tokenToAttach(setting, record);
    carried.set(request.id, token);
    const [oldest] = carried.keys();
    if (carried.size > maxRemembered && oldest !== undefined) carried.delete(oldest);
    return withToken(request, setting, token);
  };

  // `context.signal` is made when somebody looks at it: not for a token that is at hand.
  return (request, context) => {
    const { challenge } = context;
    const setting = oauthSetting(request.auth);
    if (challenge === undefined) {
      const record = tokens.current(setting, context);
      return record instanceof Promise
        ? record.then((found) => attach(request, setting, found))
        : attach(request, setting, record);
    }
    const used = carried.get(request.id);
    if (used === undefined || isBeyondTokens(challenge)) return undefined;
    return tokens
      .afterChallenge(setting, used, context.signal)
      .then((other) => (other === undefined ? undefined : attach(request, setting, other)));
  };
}
