// What the protocol calls take and give: plain records, no wire format.

import type { Clock, Network } from "@pictor/kernel/plugin";

/** How the protocol reaches the provider. */
export interface Wire {
  readonly send: Network["send"];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A token answer that passed every check (RFC 6749 section 5.1). */
export interface TokenAnswer {
  /** Printable ASCII. */
  readonly accessToken: string;
  /** As the server wrote it (printable ASCII, at most 60 characters); `Bearer` where it wrote none. */
  readonly tokenType: string;
  /** Milliseconds since 1970, counted from before the request was sent; null when the server does not say. */
  readonly expiresAtMs: number | null;
  /** Milliseconds since 1970: before the request was sent. */
  readonly requestedAtMs: number;
  /** As granted, where the server says so; printable ASCII. */
  readonly scope: string | undefined;
  /** After a refresh: the new one, or the old one where the server sent none. */
  readonly refreshToken: string | undefined;
  /** Signed by whoever it says only when no note speaks against it. */
  readonly idToken: string | undefined;
  /** Each relaxation that was needed, and each thing worth knowing, as a sentence without any secret. */
  readonly notes: readonly string[];
}

/** A device authorization answer (RFC 8628 section 3.2). */
export interface DeviceAnswer {
  /** Never shown, logged or stored (RFC 8628 section 5.2). */
  readonly deviceCode: string;
  /** Printable, at most 64 characters. */
  readonly userCode: string;
  /** A web address: printable, at most 2000 characters. */
  readonly verificationUri: string;
  /** With the code filled in; always a web address. */
  readonly verificationUriComplete: string | undefined;
  /** Milliseconds since 1970, at most a day after the request. */
  readonly expiresAtMs: number;
  /** Seconds, 1 to 600. */
  readonly intervalS: number;
  readonly notes: readonly string[];
}

/** One poll of the token endpoint (RFC 8628 section 3.5). */
export type DevicePoll =
  | { readonly kind: "token"; readonly answer: TokenAnswer }
  | { readonly kind: "pending" }
  /** `retryAfterS` from a Retry-After header. */
  | { readonly kind: "slow-down"; readonly retryAfterS: number | undefined }
  /** `description` as `OAUTH_DENIED` takes it: what its sentence goes on with, or empty. */
  | { readonly kind: "denied"; readonly description: string }
  | { readonly kind: "expired" }
  /** Timeout, network error, 5xx or 429: the grant may still be good. */
  | { readonly kind: "no-answer"; readonly retryAfterS: number | undefined };

/** What the callback brought, and what was sent in the authorization request. */
export interface CodeExchange {
  /** The parameters of the callback: code, state, iss. */
  readonly parameters: URLSearchParams;
  readonly redirectUri: string;
  /** Undefined with `pkce` off. */
  readonly verifier: string | undefined;
  readonly state: string;
  /** Undefined without the scope `openid`. */
  readonly nonce: string | undefined;
}
