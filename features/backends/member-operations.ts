// The operations on the servers behind a backend that distributes prompts over several of them.

import type { MemberList, MemberStatus } from "@pictor/client";
import type { Redact } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import type { MembersFacet } from "@pictor/kernel";
import { ok, operation, sees, type Caller } from "../base/index.js";
import { openRequestedFacet, publishBackend } from "./instances.js";
import type { BackendContext } from "./backend-operations.js";

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

/** Changes members with `work`, and returns them as they are then. */
const applied = async (
  context: MemberContext,
  name: string,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  work: (facet: MembersFacet, options: { readonly signal: AbortSignal }) => Promise<void>,
) => {
  const { facet } = await openRequestedFacet(context.pictor, name, "members");
  await work(facet, { signal });
  publishBackend(context, name, "members");
  return await listOf(facet, signal, caller, context.redact);
};

/** Pauses all owners, or one of them, or ends the pause. */
const setPaused =
  (isPaused: boolean, owner: string | undefined) =>
  (facet: MembersFacet, options: { readonly signal: AbortSignal }): Promise<void> =>
    owner === undefined ? facet.setPaused(isPaused, options) : facet.setOwnerPaused(owner, isPaused, options);

/** What the operations that change members have in common. */
const change = {
  scope: "admin",
  group: "members",
  body: "Nothing",
  replies: ok("MemberList", "The members after the change"),
} as const;

export const memberOperations = {
  listMembers: operation("GET /v1/backends/{name}/members", {
    scope: "read",
    group: "members",
    summary: "The servers behind a pool or a queue, and who waits for them",
    replies: ok("MemberList", "The members and the owners"),
  }).handle(async ({ params: { name }, caller, signal }, { pictor, redact }: MemberContext) => {
    const { facet } = await openRequestedFacet(pictor, name, "members");
    return await listOf(facet, signal, caller, redact);
  }),
  drainMember: operation("POST /v1/backends/{name}/members/{member}/drain", {
    ...change,
    summary: "Give a member no further prompts; its running prompts continue",
  }).handle(({ params: { name, member }, ...call }, context: MemberContext) =>
    applied(context, name, call, (facet, options) => facet.drain(member, options)),
  ),
  resumeMember: operation("POST /v1/backends/{name}/members/{member}/resume", {
    ...change,
    summary: "Give a member prompts again",
  }).handle(({ params: { name, member }, ...call }, context: MemberContext) =>
    applied(context, name, call, (facet, options) => facet.resume(member, options)),
  ),
  pauseBackend: operation("POST /v1/backends/{name}/pause", {
    ...change,
    summary:
      "Let the prompts of a pool or a queue wait, all of them or those of one owner; running prompts continue",
    body: "PauseRequest",
  }).handle(({ params: { name }, body: { owner }, ...call }, context: MemberContext) =>
    applied(context, name, call, setPaused(true, owner)),
  ),
  resumeBackend: operation("POST /v1/backends/{name}/resume", {
    ...change,
    summary: "End the pause of a pool or a queue, or of one owner there",
    body: "PauseRequest",
  }).handle(({ params: { name }, body: { owner }, ...call }, context: MemberContext) =>
    applied(context, name, call, setPaused(false, owner)),
  ),
} as const;
