// What an API of a plugin may do for the caller of one request.

import type { Pictor, Redact } from "@pictor/host";
import { errorOf, type ApiContext, type DirectFacet } from "@pictor/kernel";
import type { Caller } from "@pictor/features/base";
import type { RevocationSignals } from "../access/lifetimes.js";
import { fault } from "../contract/faults.js";
import { requireScope } from "../http/authenticate.js";
import type { App } from "../http/app.js";
import { problemOf } from "../http/problem.js";
import { countedDirect } from "../quotas/counted-direct.js";
import type { OwnerQuotas } from "../quotas/owner-quotas.js";

export class ApiContexts {
  readonly #server;

  /** `url` is the address of the server. */
  constructor(server: {
    readonly pictor: Pick<Pictor, "openBackend">;
    readonly quotas: OwnerQuotas;
    readonly lifetimes: RevocationSignals;
    readonly callAs: App["callAs"];
    readonly redact: Redact;
    readonly url: () => string;
  }) {
    this.#server = server;
  }

  /** `reached` is the origin by which the caller has reached the server, if that is not `url`. */
  for(caller: Caller, reached = this.#server.url()): ApiContext {
    const { url: address, lifetimes, callAs, redact } = this.#server;
    return {
      caller: { id: caller.tokenId, name: caller.name, scopes: caller.scopes },
      signal: lifetimes.signalOf(caller),
      pictor: {
        get url() {
          return address();
        },
        async fetch(input, init) {
          const base = address();
          const url = new URL(input instanceof Request ? input.url : input, base);
          if (![base, reached].some((own) => new URL(own).origin === url.origin))
            throw new TypeError(
              `${url.origin} is not this server; its requests go through the permission network`,
            );
          const isRequest = input instanceof Request;
          const signal = init?.signal ?? (isRequest ? input.signal : undefined);
          return callAs(caller, new Request(isRequest ? input : url, init), signal);
        },
      },
      problemOf: (error) => problemOf(errorOf(error), redact),
      backend: (name) => this.#directOf(caller, name),
    };
  }

  /** Opens the server of a backend for direct requests, which can do whatever a job can do and need the same scope. */
  async #directOf(caller: Caller, name: string): Promise<DirectFacet> {
    requireScope(caller, "generate");
    const { pictor, quotas } = this.#server;
    const { instance, backend } = await pictor.openBackend(name);
    const { direct, members } = backend.facets;
    if (direct === undefined) throw fault("API_BACKEND_NOT_DIRECT", { backend: name, kind: instance.kind });
    const countsOwners = members !== undefined;
    return countedDirect(direct, { caller, backend: instance.name, countsOwners, quotas });
  }
}
