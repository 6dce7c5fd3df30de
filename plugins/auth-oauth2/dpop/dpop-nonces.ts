// The nonces that servers ask for in DPoP proofs (RFC 9449 sections 8 and 9), by key and origin.

import { httpUrl, keepNewest } from "@pictor/kernel/plugin";

export interface DpopNonces {
  /** The latest nonce that the server at the address sent for the key with the thumbprint. */
  of(thumbprint: string, url: string): string | undefined;
  /** Keeps the header `DPoP-Nonce` of a reply. Returns whether it is another nonce than the latest one. */
  remember(thumbprint: string, url: string, nonce: string | undefined): boolean;
}

const maxNonces = 1_000;

/** The characters of a nonce (RFC 9449 section 8.1). A longer text than any server needs is ignored. */
const isNonce = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,1000}$/.test(text);

/** A nonce of one origin is never sent to another. */
const keyOf = (thumbprint: string, url: string): string => `${thumbprint} ${httpUrl(url).origin}`;

export function createDpopNonces(): DpopNonces {
  const nonces = new Map<string, string>();
  return {
    of: (thumbprint, url) => nonces.get(keyOf(thumbprint, url)),
    remember(thumbprint, url, nonce) {
      const key = keyOf(thumbprint, url);
      if (nonce === undefined || !isNonce(nonce) || nonces.get(key) === nonce) return false;
      nonces.delete(key);
      nonces.set(key, nonce);
      keepNewest(nonces, maxNonces);
      return true;
    },
  };
}

/** Whether a challenge asks for a proof with the nonce of the same reply (RFC 9449 section 9). */
export const asksForNonce = (challenge: string | undefined): boolean =>
  /\bDPoP\b/i.test(challenge ?? "") && /\berror\s*=\s*"?use_dpop_nonce\b/i.test(challenge ?? "");
