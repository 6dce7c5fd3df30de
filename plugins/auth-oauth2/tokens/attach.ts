// What of a record goes into a request. Pure.

import { oauthFault } from "../faults.js";
import type { OAuthSetting } from "../setting.js";
import type { TokenRecord } from "./record.js";

/** A type that is not understood must not be used (RFC 6749 section 7.1); names are compared without case. */
export const isBearer = ({ tokenType }: TokenRecord): boolean => tokenType.toLowerCase() === "bearer";

/** Why the record cannot go into a request, or undefined. The type is the server's text: only its harmless part is told. */
export function obstacle({ fields }: OAuthSetting, record: TokenRecord): string | undefined {
  if (fields.use === "id_token")
    return record.idToken === undefined ? "there is no ID token in the answer (scope openid)" : undefined;
  if (isBearer(record)) return undefined;
  const type = record.tokenType.replace(/[^\w.+-]/g, "").slice(0, 40);
  return `its type is "${type}", and only Bearer tokens can be attached`;
}

/** The text for the header or the query. Throws `OAUTH_TOKEN_UNUSABLE`. */
export function tokenToAttach(setting: OAuthSetting, record: TokenRecord): string {
  const problem = obstacle(setting, record);
  if (problem !== undefined) throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem });
  return setting.fields.use === "id_token" ? (record.idToken ?? "") : record.accessToken;
}
