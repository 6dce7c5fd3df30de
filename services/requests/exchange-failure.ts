// Why an exchange or a handshake ended without a reply, as the kernel's errors.

import { fault, PictorError, reasonOf, systemCode } from "@pictor/kernel";

/** How an exchange can fail, its caller's abort aside. */
export type Trouble =
  | { readonly kind: "broken"; readonly error: unknown }
  | { readonly kind: "timeout"; readonly timeoutMs: number }
  | { readonly kind: "too large"; readonly maxBytes: number };

/** The request, as it may be shown. */
export interface Shown {
  readonly method: string;
  readonly url: string;
}

const untrusted =
  "if this is the right server, name the PEM file of its certificate authority in `network.ca` of the configuration";
const uncertified = "the server asks for a certificate: `network.clientCertificates` of the configuration";

/** What to do about the failures whose own message does not tell. By code of Node.js, OpenSSL or undici. */
const advice: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: uncertified,
  UND_ERR_BODY_TIMEOUT: "nothing more of the reply came within `network.idleTimeoutMs`",
};

/** What went wrong, in words. OpenSSL keeps them in `reason`, apart from its numbers and file names. */
export function plainReason(error: unknown): string {
  const { reason } = (error ?? {}) as { readonly reason?: unknown };
  const words = typeof reason === "string" ? reason : reasonOf(error);
  const hint = advice[systemCode(error) ?? ""];
  return hint === undefined ? words : `${words}; ${hint}`;
}

/** The error itself may hold the bytes of a reply that repeats a credential: only its words and its code are kept. */
export function requestFault(trouble: Trouble, shown: Shown, redact: (text: string) => string): PictorError {
  if (trouble.kind === "timeout") return fault("REQUEST_TIMEOUT", { ...shown, timeoutMs: trouble.timeoutMs });
  if (trouble.kind === "too large")
    return fault("REQUEST_TOO_LARGE", { url: shown.url, maxBytes: trouble.maxBytes });
  const { error } = trouble;
  if (error instanceof PictorError) return error;
  const reason = redact(plainReason(error));
  const code = systemCode(error);
  const cause = Object.assign(new Error(reason), code === undefined ? {} : { code });
  return fault("REQUEST_FAILED", { ...shown, reason }, { cause, more: { systemCode: code } });
}
