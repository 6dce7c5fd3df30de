// The facet `direct` of an instance: requests to its server, which is started if none runs.

import { fault, type Backend, type DirectFacet } from "@pictor/kernel/plugin";
import type { ServerCalls } from "./server-calls.js";

/** A request that a restart interrupted is not repeated, because its effect is unknown. */
export function createDirectFacet(name: string, calls: ServerCalls): DirectFacet {
  const directOf = ({ facets: { direct } }: Backend): DirectFacet => {
    if (direct !== undefined) return direct;
    throw fault("INTERNAL", { reason: `${name} has no direct connection` });
  };
  return {
    send: (request, options) =>
      calls.started("command", options, (backend) => directOf(backend).send(request, options)),
    connect: (request, handlers, options) =>
      calls.started("command", options, (backend) => directOf(backend).connect(request, handlers, options)),
  };
}
