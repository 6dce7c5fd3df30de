// The servers behind the facade that can be asked directly: for the pages and settings of ComfyUI's front end.

import { isRead } from "@pictor/comfyui-protocol";
import type { CallOptions, DirectFacet, DirectRequest, Reply, SendOptions } from "@pictor/kernel/plugin";
import type { Facade } from "../state/facade-state.js";

/** The servers of the members that are not known to be unreachable, in order. A member that cannot be opened is left out. */
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

/**
 * The reply of the first member that answers; undefined if no member can be asked. If none answers, rejects as the last
 * one does. A change is sent to one member only: it may have arrived although the member does not answer.
 */
export async function askHome(
  facade: Facade,
  request: DirectRequest,
  options: SendOptions,
): Promise<Reply | undefined> {
  let unanswered: Promise<Reply> | undefined;
  for await (const direct of homesOf(facade, options)) {
    const reply = direct.send(request, options);
    try {
      return await reply;
    } catch (error) {
      if (options.signal?.aborted === true || !isRead(request.method ?? "GET")) throw error;
      unanswered = reply;
    }
  }
  return unanswered;
}
