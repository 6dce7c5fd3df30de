// Attaches a token that is bound to a key, with a proof of the key for this request (RFC 9449 section 7.1).

import { setHeader, targetUrl, type Clock, type OutgoingRequest } from "@pictor/kernel/plugin";
import { readDpopKey } from "../dpop/dpop-key.js";
import type { DpopNonces } from "../dpop/dpop-nonces.js";
import { dpopProof } from "../dpop/dpop-proof.js";
import { oauthFault } from "../faults.js";

export class RequestProofs {
  readonly #clock: Clock;
  readonly #nonces: DpopNonces;

  constructor(clock: Clock, nonces: DpopNonces) {
    this.#clock = clock;
    this.#nonces = nonces;
  }

  /** Each request, redirect and repeated request gets a proof of its own, for its own address. */
  async attach(request: OutgoingRequest, accessToken: string, storedKey: string): Promise<OutgoingRequest> {
    const key = await readDpopKey(storedKey);
    if (key === undefined)
      throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem: "its DPoP key cannot be read; sign in again" });
    const { method, url } = request;
    const nonce = this.#nonces.of(key.thumbprint, url);
    // The server compares the address with its own, whose host the header Host names.
    const parts = { method, url: targetUrl(request).href, accessToken, nonce, nowMs: this.#clock.now() };
    const proof = await dpopProof(key, parts);
    return setHeader(setHeader(request, "Authorization", `DPoP ${accessToken}`), "DPoP", proof);
  }

  /** Keeps the nonce of a reply. Settles with whether it is a new one for this key and server. */
  async remember(
    { url }: OutgoingRequest,
    storedKey: string | undefined,
    nonce: string | undefined,
  ): Promise<boolean> {
    const key = storedKey === undefined ? undefined : await readDpopKey(storedKey);
    return key !== undefined && this.#nonces.remember(key.thumbprint, url, nonce);
  }
}
