// Parses an access token that the user pasted. Errors contain no part of the token.

import { oauthFault } from "../faults.js";
import { decodeClaims } from "../jwt-claims.js";

export interface PastedToken {
  readonly accessToken: string;
  /** Sentences about text that was removed around the token, and about the expiry that the token claims. */
  readonly notes: readonly string[];
}

const unusable = (problem: string) => oauthFault("OAUTH_TOKEN_UNUSABLE", { problem });

/** The claim `exp` (RFC 7519 section 4.1.4) as a sentence. It is only a hint, because the token is not verified. */
function expiryNotes(token: string): readonly string[] {
  const exp = decodeClaims(token)?.["exp"];
  const expiry = new Date(typeof exp === "number" ? exp * 1_000 : NaN);
  return Number.isNaN(expiry.getTime())
    ? []
    : [`The token claims to expire at ${expiry.toISOString()}; this was not verified.`];
}

/** Removes surrounding whitespace and one `Bearer ` before the token. Throws `OAUTH_TOKEN_UNUSABLE`. */
export function parsePastedToken(text: string): PastedToken {
  const accessToken = text.trim().replace(/^bearer\s+/i, "");
  if (accessToken === "" || /^bearer$/i.test(accessToken)) throw unusable("nothing was pasted");
  if (/\s/.test(accessToken)) throw unusable("it contains a space or a line break");
  // VSCHAR without the space (RFC 6749 appendix A.12); no other character can be part of a header.
  if (!/^[\x21-\x7e]+$/.test(accessToken))
    throw unusable("it contains a character that is not printable ASCII");
  const cleaned =
    accessToken === text
      ? []
      : ['Whitespace around the pasted token, or the word "Bearer" before it, was removed.'];
  return { accessToken, notes: [...cleaned, ...expiryNotes(accessToken)] };
}
