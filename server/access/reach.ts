// Whose work the holder of a token sees and changes: its own. With the scope `read` it sees the work of all, with `admin` it changes it too.

import { fault } from "../contract/faults.js";
import { includesScope } from "../contract/scopes.js";
import type { Holder } from "./credentials.js";

/** The parts of a holder that decide. Work belongs to the name of the token that has asked for it. */
export type Reader = Pick<Holder, "tokenId" | "name" | "scopes">;

export const isAdministrator = ({ scopes }: Pick<Holder, "scopes">): boolean =>
  includesScope(scopes, "admin");

/** Whether the holder sees the work of all: a token that may `generate` alone sees its own. */
export const seesAll = (reader: Reader): boolean => reader.scopes.includes("read") || isAdministrator(reader);

/** Whether the holder sees a job or an image of `owner`. What has no owner was made by another program. */
export const sees = (reader: Reader, owner: string | undefined): boolean =>
  owner === reader.name || seesAll(reader);

/** Throws `API_SCOPE_MISSING` if the holder sees a job or an image of `owner`, and may not change it. */
export function requireChange(reader: Reader, owner: string | undefined): void {
  if (owner !== reader.name && !isAdministrator(reader)) throw fault("API_SCOPE_MISSING", { scope: "admin" });
}

/** Who receives an event. Without a member, everybody does. */
export interface Audience {
  /** The id of a token: its holder alone, besides administrators. */
  readonly tokenId?: string | undefined;
  /** The owner of a job, an image or values for forms: whoever sees it. The value undefined is that of an image without an owner. */
  readonly owner?: string | undefined;
}

export const receives = (reader: Reader, audience: Audience): boolean =>
  isAdministrator(reader) ||
  ((audience.tokenId === undefined || audience.tokenId === reader.tokenId) &&
    (!("owner" in audience) || sees(reader, audience.owner)));
