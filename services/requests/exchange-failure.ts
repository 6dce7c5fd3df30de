// Converts the failure of an exchange or a handshake to an error of the catalog.

import { fault, PictorError, reasonOf, systemCode } from "@pictor/kernel";
import { CertificateRefused } from "./trusted-certificates.js";
import { unreadableReply } from "./readable-replies.js";

/** How an exchange can fail, apart from an abort by its caller. */
export type ExchangeFailure =
  | { readonly kind: "broken"; readonly error: unknown }
  /** The reply had begun, and did not come to its end. */
  | { readonly kind: "cut off"; readonly error: unknown }
  | { readonly kind: "timeout"; readonly timeoutMs: number }
  | { readonly kind: "too large"; readonly maxBytes: number }
  /** `problem` completes "has the content coding ..., which ...". */
  | { readonly kind: "undecodable"; readonly coding: string; readonly problem: string };

/** Method and address for error messages, without credentials. */
export interface RedactedRequest {
  readonly method: string;
  readonly url: string;
}

const untrusted =
  "if this is the right server, name the PEM file of its certificate authority in `network.ca` of the configuration";
const plainText = "the server probably speaks http at this port, and not https";
const uncertified = "the server asks for a certificate: `network.clientCertificates` of the configuration";

/** Advice for errors whose message gives none, by the code of Node.js, OpenSSL or undici. */
const hints: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: uncertified,
  ERR_SSL_WRONG_VERSION_NUMBER: plainText,
  // Of OpenSSL 3.5, which Node.js 24 has
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainText,
  UND_ERR_BODY_TIMEOUT: "nothing more of the reply came within `network.idleTimeoutMs`",
};

/** The alert of a server that speaks none of the offered protocols (RFC 7301 section 3.2); HTTP/1.1 is offered. */
const noProtocol = "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL";

/** The code of the error of a proxy that answers with status 407 (RFC 9110 section 15.5.8). */
export const proxyAsks = "ERR_PROXY_AUTHENTICATION";

const refusalText = ({ message, certificate: { fingerprint }, trusted }: CertificateRefused): string =>
  trusted === undefined
    ? `${message}; the SHA-256 fingerprint of the certificate is ${fingerprint}`
    : `the server has another certificate than the one that you trust: its SHA-256 fingerprint is ${fingerprint}, and you trust ${trusted}`;

/** Describes an error, with advice. Errors of OpenSSL have the description in `reason`; `message` adds numbers and files. */
export function plainReason(error: unknown): string {
  // No address of a name could be reached, each for its own reason.
  if (error instanceof AggregateError && error.errors.length > 1)
    return error.errors.map((one: unknown) => plainReason(one)).join(", ");
  if (systemCode(error) === noProtocol)
    return "the server does not speak HTTP/1.1; it probably speaks HTTP/2 only";
  if (error instanceof CertificateRefused && error.certificate.fingerprint !== "") return refusalText(error);
  const { reason } = (error ?? {}) as { readonly reason?: unknown };
  const text = typeof reason === "string" ? reason : reasonOf(error);
  const hint = hints[systemCode(error) ?? ""];
  return hint === undefined ? text : `${text}; ${hint}`;
}

/** Whether the server answered with something that is not a valid reply: an error of undici's parser (HPE_...), or of ours. */
const isUnreadable = (code: string): boolean =>
  /^(?:HPE_|UND_ERR_RES_|UND_ERR_HEADERS_OVERFLOW)/.test(code) || code === unreadableReply;

/** What to do about a certificate that nobody known has signed: at a terminal, and on a page. */
function certificateAdvice({ certificate: { origin }, trusted }: CertificateRefused) {
  const trust = `run \`pictor trust --certificate ${origin}\``;
  if (trusted === undefined)
    return {
      advice: `To accept this certificate for this origin, compare the fingerprint with that of the server, and ${trust}; or name the PEM file of its certificate authority in \`network.ca\` of the configuration.`,
      pageFix: "Compare the fingerprint with that of the server before you trust this certificate.",
    };
  const compare =
    "Somebody between you and the server could be reading the traffic. If the server has a new certificate, compare the fingerprint";
  return { advice: `${compare}, and ${trust}.`, pageFix: `${compare}.` };
}

/** The server, which is there, has closed the connection. */
const isClosed = (code: string): boolean => code === "UND_ERR_SOCKET" || code === "ECONNRESET";

function adviceFor({ kind }: ExchangeFailure, url: string, code = ""): string {
  if (code === noProtocol)
    return "Requests are sent with HTTP/1.1: let the server, or a proxy in front of it, offer that too, or use another address.";
  if (code === proxyAsks)
    return "Give the proxy the name and the password that it expects: http://NAME:PASSWORD@HOST:PORT, with %40 for @ and %23 for #. Only Basic is supported.";
  if (isUnreadable(code))
    return "The server, or a proxy in front of it, sends an invalid reply: its operator can see it with `curl --verbose`.";
  if (kind === "cut off") return "Try again; the server, or a proxy before it, ended the reply too early.";
  if (isClosed(code)) {
    const closed = "The server, or a proxy before it, closed the connection without a reply.";
    return url.startsWith("http:") ? `${closed} If it speaks https at this port, write https://.` : closed;
  }
  return "Check the address, and that the server is running.";
}

/** Keeps only the reason and the code of the original error: its other members may contain parts of a reply with credentials. */
export function requestFault(
  failure: ExchangeFailure,
  shown: RedactedRequest,
  redact: (text: string) => string,
): PictorError {
  if (failure.kind === "timeout") return fault("REQUEST_TIMEOUT", { ...shown, timeoutMs: failure.timeoutMs });
  if (failure.kind === "too large")
    return fault("REQUEST_TOO_LARGE", { url: shown.url, maxBytes: failure.maxBytes });
  if (failure.kind === "undecodable")
    return fault("REQUEST_CODING_INVALID", { ...shown, coding: failure.coding, problem: failure.problem });
  const { error } = failure;
  if (error instanceof PictorError) return error;
  const reason = redact(plainReason(error));
  const code = systemCode(error);
  const cause = Object.assign(new Error(reason), code === undefined ? {} : { code });
  const isRefused = error instanceof CertificateRefused;
  const { advice, pageFix } = isRefused
    ? certificateAdvice(error)
    : { advice: adviceFor(failure, shown.url, code), pageFix: undefined };
  const more = {
    systemCode: code,
    ...(isRefused && {
      certificate: { ...error.certificate, ...(error.trusted !== undefined && { trusted: error.trusted }) },
    }),
  };
  return fault("REQUEST_FAILED", { ...shown, reason, advice }, { cause, pageFix, more });
}
