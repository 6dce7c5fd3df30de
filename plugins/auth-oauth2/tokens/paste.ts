// A token as a person pastes it. Pure; nothing of it is ever repeated in an error.

import { oauthFault } from "../faults.js";

export interface PastedToken {
  readonly accessToken: string;
  /** What was taken off, and what the token says of itself. */
  readonly notes: readonly string[];
}

const unusable = (problem: string) => oauthFault("OAUTH_TOKEN_UNUSABLE", { problem });

/** The `exp` of a JWT (RFC 7519 section 4.1.4) as a sentence: a hint, since nobody has checked the token. */
function expiryHint(token: string): string | undefined {
  const [, claims, signature] = token.split(".");
  if (claims === undefined || signature === undefined) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as {
      readonly exp?: unknown;
    };
    const expiry = new Date(Number(exp) * 1000);
    if (typeof exp !== "number") return undefined;
    return `The token says that it expires at ${expiry.toISOString()}; that is not checked.`;
  } catch {
    return undefined;
  }
}

/** Without outer whitespace and one `Bearer ` in front. Throws `OAUTH_TOKEN_UNUSABLE`. */
export function pastedToken(text: string): PastedToken {
  const accessToken = text.trim().replace(/^bearer\s+/i, "");
  if (accessToken === "" || /^bearer$/i.test(accessToken)) throw unusable("nothing was pasted");
  if (/\s/.test(accessToken)) throw unusable("there is a space or a line break inside it");
  // VSCHAR without the space (RFC 6749 appendix A.12): anything else could not stand in a header.
  if (!/^[\x21-\x7e]+$/.test(accessToken)) throw unusable("it holds a character that no token has");
  const hint = expiryHint(accessToken);
  return {
    accessToken,
    notes: [
      ...(accessToken === text
        ? []
        : ['Spaces around the pasted token, or a "Bearer" before it, were taken off.']),
      ...(hint === undefined ? [] : [hint]),
    ],
  };
}
