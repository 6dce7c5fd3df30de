// Whose work a caller sees and changes: that of its own name. With the scope `read` it sees the work of all, with
// `admin` it changes it too.

import { operationFault } from "./faults.js";
import type { Caller } from "./operation.js";
import { isAdministrator } from "./scopes.js";

/** Whether the caller sees the work of all: a token that may `generate` alone sees its own. */
export const seesAll = (caller: Caller): boolean => caller.scopes.includes("read") || isAdministrator(caller);

/** Whether the caller sees a job or an image of `owner`. What has no owner was made by another program. */
export const sees = (caller: Caller, owner: string | undefined): boolean =>
  owner === caller.name || seesAll(caller);

/** Whether the caller changes a job or an image of `owner`, and not only sees it. */
export const mayChange = (caller: Pick<Caller, "name" | "scopes">, owner: string | undefined): boolean =>
  owner === caller.name || isAdministrator(caller);

/** Throws `API_SCOPE_MISSING` unless the caller may change the work. */
export function requireChange(caller: Caller, owner: string | undefined): void {
  if (!mayChange(caller, owner)) throw operationFault("API_SCOPE_MISSING", { scope: "admin" });
}

/** Who receives an event, besides administrators: the holder of one token, or whoever sees the work of an owner. */
export type Audience = { readonly tokenId: string } | { readonly owner: string | undefined };

/** Without an audience, everybody receives an event. */
export const receives = (caller: Caller, audience: Audience | undefined): boolean =>
  audience === undefined ||
  isAdministrator(caller) ||
  ("tokenId" in audience ? audience.tokenId === caller.tokenId : sees(caller, audience.owner));
