// Routes: the servers behind a backend that distributes prompts over several of them.

import type { MemberList, MemberStatus } from "@pictor/client";
import { plainRecord, type MembersFacet, type Redact } from "@pictor/host";
import type { RouteDependencies } from "./dependencies.js";
import { ok } from "../contract/route-parameters.js";
import { route } from "./route.js";
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

const open = async ({ pictor }: RouteDependencies, name: string): Promise<MembersFacet> => {
  const { withFacet } = await import("@pictor/host/work");
  return withFacet(await openRequestedBackend(pictor, name), "members").facet;
};

const change = async (
  deps: RouteDependencies,
  operation: "drain" | "resume",
  { name, member }: { readonly name: string; readonly member: string },
  signal: AbortSignal,
) => {
  const facet = await open(deps, name);
  await facet[operation](member, { signal });
  publishBackend(deps, name, "members");
  return await listOf(facet, signal, deps.redact);
};

export const memberRoutes = {
  listMembers: route({
    method: "GET",
    path: "/v1/backends/{name}/members",
    scope: "read",
    group: "members",
    summary: "The servers behind a pool or a queue, and who waits for them",
    replies: ok("MemberList", "The members and the owners"),
  }).handle(
    async ({ params: { name }, signal }, deps) => await listOf(await open(deps, name), signal, deps.redact),
  ),
  drainMember: route({
    method: "POST",
    path: "/v1/backends/{name}/members/{member}/drain",
    scope: "admin",
    group: "members",
    summary: "Give a member no further prompts; its running prompts continue",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params, signal }, deps) => change(deps, "drain", params, signal)),
  resumeMember: route({
    method: "POST",
    path: "/v1/backends/{name}/members/{member}/resume",
    scope: "admin",
    group: "members",
    summary: "Give a member prompts again",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params, signal }, deps) => change(deps, "resume", params, signal)),
} as const;
