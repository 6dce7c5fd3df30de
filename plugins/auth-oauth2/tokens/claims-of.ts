// The claims of a record's tokens, for a person to read.

import type { TokenClaims } from "@pictor/kernel/plugin";
import { decodeClaims } from "../jwt-claims.js";
import type { TokenRecord } from "./token-record.js";

/** Decodes each token that is a JSON Web Token. An opaque token is left out, because only its issuer can read it. */
export function claimsOf(record: TokenRecord | undefined): readonly TokenClaims[] {
  const tokens = [
    { title: "Access token", token: record?.isIdToken === true ? undefined : record?.accessToken },
    { title: "ID token", token: record?.idToken },
  ];
  return tokens.flatMap(({ title, token }) => {
    const claims = token === undefined ? undefined : decodeClaims(token);
    return claims === undefined ? [] : [{ title, claims }];
  });
}
