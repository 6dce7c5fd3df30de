// Reads an authorization response (RFC 6749 section 4.1.2) from its parameters.

import { plainAscii, plainText } from "../plain-text.js";
import { equalsInConstantTime } from "./state.js";

/** A response to the authorization request with this state. */
export type AuthorizationResponse =
  | {
      readonly kind: "code";
      readonly code: string;
      /** The parameter `iss` (RFC 9207). */
      readonly issuer: string | undefined;
    }
  | {
      readonly kind: "error";
      /** The error code (RFC 6749 section 4.1.2.1) in printable ASCII, at most 200 characters. */
      readonly error: string;
      /** The description of the error: one line of plain text, at most 500 characters; empty if there is none. */
      readonly description: string;
      readonly issuer: string | undefined;
    };

/** After a response of the kind `wrong-state` or `invalid` the flow continues, because anybody can send such a response. */
export type ParsedAuthorizationResponse =
  | AuthorizationResponse
  | { readonly kind: "wrong-state" }
  | { readonly kind: "invalid"; readonly problem: string };

const invalid = (problem: string): ParsedAuthorizationResponse => ({ kind: "invalid", problem });

/**
 * Reads the parameters. No other parameter counts before the state is verified, so that nobody else can end a flow (RFC
 * 6749 section 10.12).
 */
export function readAuthorizationResponse(
  parameters: URLSearchParams,
  expectedState: string,
): ParsedAuthorizationResponse {
  const repeated = ["state", "code", "error", "iss"].find((name) => parameters.getAll(name).length > 1);
  if (repeated !== undefined) return invalid(`it repeats the parameter ${repeated}`);
  // A parameter without a value counts as omitted (RFC 6749 section 3.1).
  const valueOf = (name: string): string | undefined => parameters.get(name) || undefined;
  if (!equalsInConstantTime(valueOf("state") ?? "", expectedState)) return { kind: "wrong-state" };
  const [code, error, issuer] = [valueOf("code"), valueOf("error"), valueOf("iss")];
  if (code !== undefined && error !== undefined) return invalid("it has both a code and an error");
  if (error !== undefined) {
    const description = plainText(valueOf("error_description") ?? "", 500);
    return {
      kind: "error",
      error: plainAscii(error, 200) || "an unreadable error code",
      description,
      issuer,
    };
  }
  if (code === undefined) return invalid("it has neither a code nor an error");
  // A code consists of printable ASCII characters (RFC 6749 appendix A.11).
  if (!/^[ -~]+$/.test(code)) return invalid("its code contains more than printable ASCII");
  return { kind: "code", code, issuer };
}
