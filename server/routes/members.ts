// Routes: the servers behind a backend that distributes prompts over several of them.

import type { MemberList, MemberStatus } from "@pictor/client";
import type { Redact } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import type { MembersFacet } from "@pictor/kernel";
import { sees, type Caller, ok } from "@pictor/features/base";
import { fault } from "../contract/faults.js";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";
import { openRequestedBackend, publishBackend } from "./opened-backend.js";

/** The state of the members in the form of the API. */
async function listOf(
  facet: MembersFacet,
  signal: AbortSignal,
  reader: Caller,
  redact: Redact,
): Promise<MemberList> {
  const { members, owners, problems, isPaused } = await facet.status({ signal });
  const shown = members.map(({ retryAt, ...member }): MemberStatus => ({
    ...member,
    loaded: [...member.loaded],
    ...(retryAt !== undefined && { retryAtMs: Math.round(retryAt) }),
  }));
  const seen = owners.filter(({ owner }) => sees(reader, owner));
  return plainRecord({ members: shown, owners: seen, problems, isPaused }, redact) as MemberList;
}

const open = async ({ pictor }: RouteDependencies, name: string): Promise<MembersFacet> => {
  const { withFacet } = await import("@pictor/features/backends");
  return withFacet(await openRequestedBackend(pictor, name), "members").facet;
};

const change = async (
  deps: RouteDependencies,
  name: string,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  work: (facet: MembersFacet, options: { readonly signal: AbortSignal }) => Promise<void>,
) => {
  const facet = await open(deps, name);
  await work(facet, { signal });
  publishBackend(deps, name, "members");
  return await listOf(facet, signal, caller, deps.redact);
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
    async ({ params: { name }, caller, signal }, deps) =>
      await listOf(await open(deps, name), signal, caller, deps.redact),
  ),
  drainMember: route({
    method: "POST",
    path: "/v1/backends/{name}/members/{member}/drain",
    scope: "admin",
    group: "members",
    summary: "Give a member no further prompts; its running prompts continue",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params: { name, member }, ...call }, deps) =>
    change(deps, name, call, (facet, options) => facet.drain(member, options)),
  ),
  resumeMember: route({
    method: "POST",
    path: "/v1/backends/{name}/members/{member}/resume",
    scope: "admin",
    group: "members",
    summary: "Give a member prompts again",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params: { name, member }, ...call }, deps) =>
    change(deps, name, call, (facet, options) => facet.resume(member, options)),
  ),
  setPromptPriority: route({
    method: "POST",
    path: "/v1/backends/{name}/prompts/{id}/priority",
    scope: "generate",
    group: "members",
    summary:
      "Give a waiting prompt of a job of the token's name another priority; for the scope admin any prompt",
    body: "PriorityChange",
    replies: ok("Nothing", "The prompt waits with it"),
  }).handle(async ({ params: { name, id }, body: { priority }, caller, signal }, deps) => {
    deps.jobs.seenBy(caller).requireOwnPrompt(id);
    const facet = await open(deps, name);
    if (await facet.setPriority(id, priority, { signal })) return {};
    throw fault("API_STATE_CONFLICT", { what: `The prompt ${id} does not wait on ${name}` });
  }),
  pauseBackend: route({
    method: "POST",
    path: "/v1/backends/{name}/pause",
    scope: "admin",
    group: "members",
    summary:
      "Give no member of a pool or a queue further prompts; running prompts continue, and new ones wait",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params: { name }, ...call }, deps) =>
    change(deps, name, call, (facet, options) => facet.setPaused(true, options)),
  ),
  resumeBackend: route({
    method: "POST",
    path: "/v1/backends/{name}/resume",
    scope: "admin",
    group: "members",
    summary: "End the pause of a pool or a queue",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  }).handle(({ params: { name }, ...call }, deps) =>
    change(deps, name, call, (facet, options) => facet.setPaused(false, options)),
  ),
} as const;
