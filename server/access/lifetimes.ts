// Ends the requests, streams and sockets of a token when the token is revoked, and all of them with `close`.

import { setMaxListeners } from "node:events";
import type { Caller } from "@pictor/features/base";
import type { Credentials } from "./credentials.js";

export class RevocationSignals {
  readonly #credentials: Pick<Credentials, "onRevoked" | "isRevoked">;
  /** One signal for each token in use, so that a request adds no listener to the credentials. */
  readonly #controllers = new Map<string, AbortController>();
  readonly #stop: () => void;

  constructor(credentials: Pick<Credentials, "onRevoked" | "isRevoked">) {
    this.#credentials = credentials;
    this.#stop = credentials.onRevoked((tokenId) => this.#end(tokenId));
  }

  /** Aborted when the token of the caller is revoked, and by `close`. All calls for one token return the same signal. */
  signalOf({ tokenId }: Pick<Caller, "tokenId">): AbortSignal {
    const known = this.#controllers.get(tokenId);
    if (known !== undefined) return known.signal;
    const controller = new AbortController();
    // Every open request and socket of the token adds a listener.
    setMaxListeners(0, controller.signal);
    this.#controllers.set(tokenId, controller);
    // The token may have been revoked after it was checked.
    if (this.#credentials.isRevoked(tokenId)) this.#end(tokenId);
    return controller.signal;
  }

  close(): void {
    this.#stop();
    for (const controller of this.#controllers.values())
      controller.abort(new DOMException("The server ends.", "AbortError"));
  }

  #end(tokenId: string): void {
    this.#controllers.get(tokenId)?.abort(new DOMException("The token was revoked.", "AbortError"));
  }
}
