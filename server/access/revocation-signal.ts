// Ends the open requests and sockets of a client when its token is revoked.

import type { Credentials } from "./credentials.js";

/** A signal that is aborted when the token is revoked, and the function that stops watching. */
export function revocationSignal(
  { onRevoked, isRevoked }: Pick<Credentials, "onRevoked" | "isRevoked">,
  tokenId: string,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const release = onRevoked((id) => {
    if (id === tokenId) controller.abort();
  });
  // The token may have been revoked after it was checked.
  if (isRevoked(tokenId)) controller.abort();
  return { signal: controller.signal, release };
}
