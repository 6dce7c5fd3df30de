// Chooses the token of a record that is attached to requests, or the reason why none can be.

import { oauthFault } from "../faults.js";
import { isDpopType } from "../dpop/dpop-key.js";
import type { Fields, OAuthSetting } from "../setting.js";
import { parseScopes } from "./scopes.js";
import type { TokenRecord } from "./token-record.js";

/** The fields of a token that decide whether the token can be attached. */
interface AttachableParts {
  readonly tokenType: string;
  readonly idToken?: string | undefined;
  readonly isIdToken?: true;
  readonly dpopKey?: string;
  /** Absent for a token that was just issued. */
  readonly source?: TokenRecord["source"];
}

const isBearer = ({ tokenType }: AttachableParts): boolean => tokenType.toLowerCase() === "bearer";

/** A token that is bound to a key is useless without proofs of the key (RFC 9449 section 7.1). */
function dpopProblem({ dpop, addTo }: Fields, { dpopKey }: AttachableParts): string | undefined {
  if (!dpop || dpopKey === undefined)
    return 'its type is "DPoP": it is bound to a key, for which the setting dpop must be on';
  return addTo === "query"
    ? "it is bound to a key, so it must go into a header, but addTo is query"
    : undefined;
}

/**
 * Why no token of the record can be attached; undefined if one can. A client must not use a token type that it does not
 * understand (RFC 6749 section 7.1). The type is text from the provider, so only harmless characters of it are shown.
 */
export function attachmentProblem({ fields }: OAuthSetting, record: AttachableParts): string | undefined {
  if (fields.use === "id_token")
    return record.idToken === undefined
      ? "the provider sent no ID token, which it sends for the scope openid only"
      : undefined;
  if (record.isIdToken === true)
    return "the provider sent only an ID token. Set use to id_token, or request a scope of the API and sign in again";
  if (isBearer(record) || isNamed(fields, record))
    return fields.dpop && record.source !== "manual"
      ? "it is not bound to a key: the provider ignored DPoP, which the setting dpop requires"
      : undefined;
  if (isDpopType(record.tokenType)) return dpopProblem(fields, record);
  const type = shownType(record);
  return `its type is "${type}", and only Bearer and DPoP tokens can be attached. If the provider's documentation sends such tokens as Bearer, set bearerTypes to ${type}`;
}

const shownType = ({ tokenType }: AttachableParts): string => tokenType.replace(/[^\w.+-]/g, "").slice(0, 40);

/** Whether the setting names the type as one that is attached as Bearer, such as `bot` of Slack. */
const isNamed = ({ bearerTypes }: Fields, record: AttachableParts): boolean =>
  !isDpopType(record.tokenType) &&
  parseScopes(bearerTypes.toLowerCase(), /[\s,]+/).includes(shownType(record).toLowerCase());

/** A sentence about a token that is attached as Bearer although the provider names another type. */
export const typeNote = ({ fields }: OAuthSetting, record: AttachableParts): string | undefined =>
  fields.use === "access_token" && !isBearer(record) && isNamed(fields, record)
    ? `The provider names the type "${shownType(record)}"; the token is attached as Bearer because bearerTypes names it.`
    : undefined;

/** The access token, or the ID token if the setting says so. Throws `OAUTH_TOKEN_UNUSABLE`. */
export function attachableToken(setting: OAuthSetting, record: TokenRecord): string {
  const problem = attachmentProblem(setting, record);
  if (problem !== undefined) throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem });
  return setting.fields.use === "id_token" ? (record.idToken ?? "") : record.accessToken;
}
