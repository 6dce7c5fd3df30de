// Ends the open requests and sockets of a client when its token is revoked.

import type { Credentials } from "./credentials.js";

/** A signal that is aborted when the token is revoked, or when the client is `gone`; then the token is no longer watched. */
export function revocationSignal(
  credentials: Pick<Credentials, "onRevoked" | "isRevoked">,
  tokenId: string,
  gone: AbortSignal,
): AbortSignal {
  const revoked = new AbortController();
  const release = credentials.onRevoked((id) => {
    if (id === tokenId) revoked.abort();
  });
  // The token may have been revoked after it was checked, and the client may have left before.
  if (credentials.isRevoked(tokenId)) revoked.abort();
  if (gone.aborted) release();
  else gone.addEventListener("abort", release, { once: true });
  return AbortSignal.any([gone, revoked.signal]);
}
