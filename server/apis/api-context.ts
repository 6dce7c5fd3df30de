// What a plugin's API may do for the caller of one request.

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

export interface ApiContextDependencies {
  readonly pictor: Pick<Pictor, "openBackend">;
  readonly quotas: OwnerQuotas;
  readonly lifetimes: RevocationSignals;
  readonly callAs: App["callAs"];
  readonly redact: Redact;
  /** Address of the server. */
  readonly url: () => string;
}

/** Opens the server of a backend for direct requests, which can do whatever a job can do and need the same scope. */
async function directOf(
  { pictor, quotas }: ApiContextDependencies,
  caller: Caller,
  name: string,
): Promise<DirectFacet> {
  requireScope(caller, "generate");
  const { instance, backend } = await pictor.openBackend(name);
  const { direct, members } = backend.facets;
  if (direct !== undefined)
    return countedDirect(direct, {
      caller,
      backend: instance.name,
      countsOwners: members !== undefined,
      quotas,
    });
  throw fault("API_BACKEND_NOT_DIRECT", { backend: name, kind: instance.kind });
}

/** `reached` is the origin by which the caller has reached the server, if not by `url`. */
export function createApiContext(
  deps: ApiContextDependencies,
  caller: Caller,
  reached = deps.url(),
): ApiContext {
  return {
    caller: { id: caller.tokenId, name: caller.name, scopes: caller.scopes },
    signal: deps.lifetimes.signalOf(caller),
    pictor: {
      get url() {
        return deps.url();
      },
      async fetch(input, init) {
        const base = deps.url();
        const url = new URL(input instanceof Request ? input.url : input, base);
        if (![base, reached].some((own) => new URL(own).origin === url.origin))
          throw new TypeError(
            `${url.origin} is not this server; its requests go through the permission network`,
          );
        const isRequest = input instanceof Request;
        const signal = init?.signal ?? (isRequest ? input.signal : undefined);
        return deps.callAs(caller, new Request(isRequest ? input : url, init), signal);
      },
    },
    problemOf: (error) => problemOf(errorOf(error), deps.redact),
    backend: (name) => directOf(deps, caller, name),
  };
}
