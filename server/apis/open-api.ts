// Calls the API of a plugin for the program that runs the server, without a port.

import type { Pictor } from "@pictor/host";
import type { Credentials } from "../access/credentials.js";
import type { Scope } from "@pictor/features/base";
import { requireScope } from "../http/authenticate.js";
import { createApiContext, type ApiContextDependencies } from "./api-context.js";

/** The address that stands for a server without a port in the requests of this process. No request leaves the process. */
export const inProcessUrl = "http://localhost";

/** The caller for whom the API works, in place of the holder of a token. */
export interface InProcessCaller {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** Answers a request to an API. The path begins with the prefix of the API. */
export type CallApi = (request: Request) => Promise<Response>;

export interface OpenApiDependencies extends ApiContextDependencies {
  readonly pictor: Pick<Pictor, "contributions" | "openApi" | "openBackend">;
  readonly credentials: Pick<Credentials, "issue">;
}

export const createOpenApi =
  (deps: OpenApiDependencies) =>
  async (id: string, { name, scopes }: InProcessCaller): Promise<CallApi> => {
    const api = await deps.pictor.openApi(id);
    const { holder: caller } = deps.credentials.issue(name, scopes);
    const needed = deps.pictor.contributions("apis").find((contribution) => contribution.id === id);
    for (const scope of needed?.scopes ?? []) requireScope(caller, scope);
    return async (request) => api.fetch(request, createApiContext(deps, caller));
  };
