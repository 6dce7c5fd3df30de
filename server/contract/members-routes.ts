// Routes: the servers behind a backend that distributes prompts over several of them.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const membersRoutes = {
  listMembers: {
    method: "GET",
    path: "/v1/backends/{name}/members",
    scope: "read",
    group: "members",
    summary: "The servers behind a pool or a queue, and who waits for them",
    replies: ok("MemberList", "The members and the owners"),
  },
  drainMember: {
    method: "POST",
    path: "/v1/backends/{name}/members/{member}/drain",
    scope: "admin",
    group: "members",
    summary: "Give a member no further prompts; its running prompts continue",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  },
  resumeMember: {
    method: "POST",
    path: "/v1/backends/{name}/members/{member}/resume",
    scope: "admin",
    group: "members",
    summary: "Give a member prompts again",
    body: "Nothing",
    replies: ok("MemberList", "The members after the change"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
