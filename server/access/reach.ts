// Whose work the holder of a token sees and changes: its own. With the scope `read` it sees the work of all, with `admin` it changes it too.

import { fault } from "../contract/faults.js";
import { isAdministrator } from "@pictor/features/base";
import type { Holder } from "./credentials.js";

/** The parts of a holder that decide. Work belongs to the name of the token that has asked for it. */
export type Reader = Pick<Holder, "tokenId" | "name" | "scopes">;

/** Whether the holder sees the work of all: a token that may `generate` alone sees its own. */
export const seesAll = (reader: Reader): boolean => reader.scopes.includes("read") || isAdministrator(reader);

/** Whether the holder sees a job or an image of `owner`. What has no owner was made by another program. */
export const sees = (reader: Reader, owner: string | undefined): boolean =>
  owner === reader.name || seesAll(reader);

/** Whether the holder changes a job or an image of `owner`, and not only sees it. */
export const mayChange = (reader: Pick<Reader, "name" | "scopes">, owner: string | undefined): boolean =>
  owner === reader.name || isAdministrator(reader);

/** Throws `API_SCOPE_MISSING` unless the holder may change the work. */
export function requireChange(reader: Reader, owner: string | undefined): void {
  if (!mayChange(reader, owner)) throw fault("API_SCOPE_MISSING", { scope: "admin" });
}

/** Who receives an event, besides administrators: the holder of one token, or whoever sees the work of an owner. */
export type Audience = { readonly tokenId: string } | { readonly owner: string | undefined };

/** Without an audience, everybody receives an event. */
export const receives = (reader: Reader, audience: Audience | undefined): boolean =>
  audience === undefined ||
  isAdministrator(reader) ||
  ("tokenId" in audience ? audience.tokenId === reader.tokenId : sees(reader, audience.owner));
