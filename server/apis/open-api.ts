// Calls the API of a plugin for the program that runs the server, without a port.

import type { Pictor } from "@pictor/host";
import type { Credentials } from "../access/credentials.js";
import type { Scope } from "@pictor/features/base";
import { requireScope } from "../http/authenticate.js";
import type { ApiContexts } from "./api-context.js";

/** The address that stands for a server without a port in the requests of this process. No request leaves the process. */
export const inProcessUrl = "http://localhost";

/** The caller for whom the API works, in place of the holder of a token. */
export interface InProcessCaller {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** Answers a request to an API. The path begins with the prefix of the API. */
export type CallApi = (request: Request) => Promise<Response>;

export const createOpenApi =
  (
    pictor: Pick<Pictor, "contributions" | "openApi">,
    credentials: Pick<Credentials, "issue">,
    contexts: ApiContexts,
  ) =>
  async (id: string, { name, scopes }: InProcessCaller): Promise<CallApi> => {
    const api = await pictor.openApi(id);
    const { holder: caller } = credentials.issue(name, scopes);
    const needed = pictor.contributions("apis").find((contribution) => contribution.id === id);
    for (const scope of needed?.scopes ?? []) requireScope(caller, scope);
    return async (request) => api.fetch(request, contexts.for(caller));
  };
