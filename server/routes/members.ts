// Routes: the servers behind a backend that distributes prompts over several of them.

import type { MemberList, MemberStatus } from "@pictor/client";
import { plainRecord, type MembersFacet, type Redact } from "@pictor/host";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";
import { openRequestedBackend, publishBackend } from "./opened-backend.js";

/** The state of the members in the form of the API. */
async function listOf(facet: MembersFacet, signal: AbortSignal, redact: Redact): Promise<MemberList> {
  const { members, owners, problems } = await facet.status({ signal });
  const shown = members.map(({ retryAt, ...member }): MemberStatus => ({
    ...member,
    loaded: [...member.loaded],
    ...(retryAt !== undefined && { retryAtMs: Math.round(retryAt) }),
  }));
  return plainRecord({ members: shown, owners, problems }, redact) as MemberList;
}

export function memberHandlers(
  deps: RouteDependencies,
): Handlers<"listMembers" | "drainMember" | "resumeMember"> {
  const { pictor } = deps;
  const open = async (name: string): Promise<MembersFacet> => {
    const { withFacet } = await import("@pictor/host/work");
    return withFacet(await openRequestedBackend(pictor, name), "members").facet;
  };
  const change = async (
    operation: "drain" | "resume",
    { name, member }: { readonly name: string; readonly member: string },
    signal: AbortSignal,
  ) => {
    const facet = await open(name);
    await facet[operation](member, { signal });
    publishBackend(deps, name, "members");
    return { status: 200, json: await listOf(facet, signal, pictor.redact) } as const;
  };
  return {
    listMembers: async ({ params: { name }, signal }) => ({
      status: 200,
      json: await listOf(await open(name), signal, pictor.redact),
    }),
    drainMember: ({ params, signal }) => change("drain", params, signal),
    resumeMember: ({ params, signal }) => change("resume", params, signal),
  };
}
