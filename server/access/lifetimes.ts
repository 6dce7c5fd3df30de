// Ends the requests, streams and sockets of a token when the token is revoked, and all of them with `close`.

import { setMaxListeners } from "node:events";
import type { Caller } from "@pictor/features/base";
import type { Credentials } from "./credentials.js";

export function createRevocationSignals(credentials: Pick<Credentials, "onRevoked" | "isRevoked">) {
  /** One signal for each token in use, so that a request adds no listener to the credentials. */
  const controllers = new Map<string, AbortController>();
  const end = (tokenId: string): void => {
    controllers.get(tokenId)?.abort(new DOMException("The token was revoked.", "AbortError"));
  };
  const stop = credentials.onRevoked(end);
  return {
    /**
     * Aborted when the token of the caller is revoked, and by `close`. All calls for one token return the same signal.
     */
    signalOf({ tokenId }: Pick<Caller, "tokenId">): AbortSignal {
      const known = controllers.get(tokenId);
      if (known !== undefined) return known.signal;
      const controller = new AbortController();
      // Every open request and socket of the token adds a listener.
      setMaxListeners(0, controller.signal);
      controllers.set(tokenId, controller);
      // The token may have been revoked after it was checked.
      if (credentials.isRevoked(tokenId)) end(tokenId);
      return controller.signal;
    },
    close(): void {
      stop();
      for (const controller of controllers.values())
        controller.abort(new DOMException("The server ends.", "AbortError"));
    },
  };
}

export type RevocationSignals = ReturnType<typeof createRevocationSignals>;
