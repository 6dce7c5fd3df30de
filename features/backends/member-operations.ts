// The operations on the servers behind a backend that distributes prompts over several of them.

import type { MemberList, MemberStatus } from "@pictor/client";
import type { Redact } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import type { MembersFacet } from "@pictor/kernel";
import { ok, operation, sees, type Caller } from "../base/index.js";
import { openRequestedBackend, publishBackend } from "./instances.js";
import type { BackendContext } from "./backend-operations.js";
import { withFacet } from "./open-facet.js";

export interface MemberContext extends BackendContext {
  /** Replaces the secrets that are known, and the tokens of the API. */
  readonly redact: Redact;
}

/** The state of the members in the form of the API. */
async function listOf(
  facet: MembersFacet,
  signal: AbortSignal,
  caller: Caller,
  redact: Redact,
): Promise<MemberList> {
  const { members, owners, problems, isPaused } = await facet.status({ signal });
  const shown = members.map(({ retryAt, ...member }): MemberStatus => ({
    ...member,
    loaded: [...member.loaded],
    ...(retryAt !== undefined && { retryAtMs: Math.round(retryAt) }),
  }));
  const seen = owners.filter(({ owner }) => sees(caller, owner));
  return plainRecord({ members: shown, owners: seen, problems, isPaused }, redact) as MemberList;
}

/** Opens the facet `members` of a backend. Throws `API_THING_UNKNOWN` and `BACKEND_CANNOT`. */
export async function openMembers(
  { pictor }: Pick<BackendContext, "pictor">,
  name: string,
): Promise<MembersFacet> {
  return withFacet(await openRequestedBackend(pictor, name), "members").facet;
}

const change = async (
  context: MemberContext,
  name: string,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  work: (facet: MembersFacet, options: { readonly signal: AbortSignal }) => Promise<void>,
) => {
  const facet = await openMembers(context, name);
  await work(facet, { signal });
  publishBackend(context, name, "members");
  return await listOf(facet, signal, caller, context.redact);
};

export const memberOperations = {
  listMembers: operation({
    method: "GET",
    path: "/v1/backends/{name}/members",
    scope: "read",
    group: "members",
    summary: "The servers behind a pool or a queue, and who waits for them",
    replies: ok("MemberList", "The members and the owners"),
  }).handle(
    async ({ params: { name }, caller, signal }, context: MemberContext) =>
      await listOf(await openMembers(context, name), signal, caller, context.redact),
  ),
  drainMember: operation({
    method: "POST",
    path: "/v1/backends/{name}/members/{member}/drain",
    scope: "admin",
    group: "members",
    summary: "Give a member no further prompts; its running prompts continue",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params: { name, member }, ...call }, context: MemberContext) =>
    change(context, name, call, (facet, options) => facet.drain(member, options)),
  ),
  resumeMember: operation({
    method: "POST",
    path: "/v1/backends/{name}/members/{member}/resume",
    scope: "admin",
    group: "members",
    summary: "Give a member prompts again",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params: { name, member }, ...call }, context: MemberContext) =>
    change(context, name, call, (facet, options) => facet.resume(member, options)),
  ),
  pauseBackend: operation({
    method: "POST",
    path: "/v1/backends/{name}/pause",
    scope: "admin",
    group: "members",
    summary:
      "Give no member of a pool or a queue further prompts; running prompts continue, and new ones wait",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params: { name }, ...call }, context: MemberContext) =>
    change(context, name, call, (facet, options) => facet.setPaused(true, options)),
  ),
  resumeBackend: operation({
    method: "POST",
    path: "/v1/backends/{name}/resume",
    scope: "admin",
    group: "members",
    summary: "End the pause of a pool or a queue",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params: { name }, ...call }, context: MemberContext) =>
    change(context, name, call, (facet, options) => facet.setPaused(false, options)),
  ),
} as const;
