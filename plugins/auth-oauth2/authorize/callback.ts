// The answer to an authorization request (RFC 6749 section 4.1.2), read from the parameters that came back.

import { sameText } from "./state.js";

/** An answer to this very flow. */
export type Answer =
  | {
      readonly kind: "code";
      /** `code`, `state` and, where it was sent, `iss`. */
      readonly parameters: URLSearchParams;
    }
  | {
      readonly kind: "error";
      /** As sent (RFC 6749 section 4.1.2.1), in printable ASCII. */
      readonly error: string;
      /** Plain text of one line, at most 500 characters; empty where none was sent. */
      readonly description: string;
      readonly issuer: string | undefined;
    };

export type Reading =
  | Answer
  /** Without the state of this flow: somebody else's, or forged. */
  | { readonly kind: "wrong-state" }
  /** Against the protocol; the flow goes on. */
  | { readonly kind: "invalid"; readonly problem: string };

const invalid = (problem: string): Reading => ({ kind: "invalid", problem });

/** Text of somebody else for people to read: no control characters, no terminal escapes, nothing invisible. */
function plainText(text: string): string {
  const plain = text
    // eslint-disable-next-line no-control-regex -- Terminal escapes begin with this character.
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g, "")
    .replace(/\s+/g, " ")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .trim();
  // Half of a character at the end would not be text any more.
  return plain.slice(0, 500).replace(/\p{Surrogate}$/u, "");
}

/** Nothing is decided before the state is right, so nobody else can end a flow (RFC 6749 section 10.12). */
export function readAnswer(parameters: URLSearchParams, state: string): Reading {
  const repeated = ["state", "code", "error", "iss"].find((name) => parameters.getAll(name).length > 1);
  if (repeated !== undefined) return invalid(`it has ${repeated} more than once`);
  // A parameter without a value counts as omitted (RFC 6749 section 3.1).
  const valueOf = (name: string): string | undefined => parameters.get(name) || undefined;
  if (!sameText(valueOf("state") ?? "", state)) return { kind: "wrong-state" };
  const [code, error, issuer] = ["code", "error", "iss"].map(valueOf);
  if (code !== undefined && error !== undefined) return invalid("it has both a code and an error");
  if (error !== undefined) {
    const description = plainText(valueOf("error_description") ?? "");
    return { kind: "error", error: error.replace(/[^ -~]/g, "?").slice(0, 200), description, issuer };
  }
  if (code === undefined) return invalid("it has neither a code nor an error");
  // RFC 6749 appendix A.11.
  if (!/^[ -~]+$/.test(code)) return invalid("its code holds characters that no code has");
  const kept = { code, state, ...(issuer === undefined ? {} : { iss: issuer }) };
  return { kind: "code", parameters: new URLSearchParams(kept) };
}
