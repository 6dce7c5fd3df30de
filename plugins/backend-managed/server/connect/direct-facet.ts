// The facet `direct` of an instance: requests to its server, which is started if none runs.

import { fault, type Backend, type CallOptions, type DirectFacet } from "@pictor/kernel/plugin";
import type { ServerCalls } from "./server-calls.js";

interface DirectFacetOptions {
  readonly name: string;
  readonly calls: ServerCalls;
}

/** A request that a restart interrupted is not repeated, because its effect is unknown. */
export function createDirectFacet({ name, calls }: DirectFacetOptions): DirectFacet {
  const withServer = async <Value>(
    options: CallOptions | undefined,
    call: (direct: DirectFacet) => Promise<Value>,
  ): Promise<Value> => {
    const perform = ({ facets: { direct } }: Backend): Promise<Value> => {
      if (direct === undefined) throw fault("INTERNAL", { reason: `${name} has no direct connection` });
      return call(direct);
    };
    return (await calls.request("start", "command", options, perform)) as Value;
  };
  return {
    send: (request, options) => withServer(options, (direct) => direct.send(request, options)),
    connect: (request, handlers, options) =>
      withServer(options, (direct) => direct.connect(request, handlers, options)),
  };
}
