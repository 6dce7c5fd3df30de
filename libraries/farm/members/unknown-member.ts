// The error for the name of no member. Pure.

import { fault, knownNames, type PictorError } from "@pictor/kernel/plugin";

/** `members` are the names of those that the backend has. */
export const unknownMember = (backend: string, member: string, members: readonly string[]): PictorError =>
  fault("BACKEND_MEMBER_UNKNOWN", { backend, member, ...knownNames(member, members) });
