// The servers behind the facade that can be asked directly: for the pages and settings of ComfyUI's front end.

import type { CallOptions, DirectFacet, DirectRequest, Reply, SendOptions } from "@pictor/kernel/plugin";
import type { Facade } from "../state/facade-state.js";

/** The servers of the members that answer, in order. A member that cannot be opened is left out. */
async function* homesOf({ backend }: Facade, options: CallOptions): AsyncGenerator<DirectFacet> {
  const { members } = backend.facets;
  if (members?.open === undefined) return;
  const status = await members.status(options);
  const reachable = status.members.filter(({ state }) => state !== "unreachable");
  for (const { name } of reachable) {
    const member = await members.open(name).catch(() => undefined);
    if (member?.facets.direct !== undefined) yield member.facets.direct;
  }
}

/** The reply of the first member that answers; undefined if no member can be asked. */
export async function askHome(
  facade: Facade,
  request: DirectRequest,
  options: SendOptions,
): Promise<Reply | undefined> {
  for await (const direct of homesOf(facade, options)) return direct.send(request, options);
  return undefined;
}
