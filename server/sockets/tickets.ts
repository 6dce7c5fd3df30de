// The credential in the subprotocol of a handshake, for browsers, which cannot send headers with it: a ticket, or the
// token itself.

import type { IncomingMessage } from "node:http";
import type { Caller } from "@pictor/features/base";
import type { OneTimeCodes } from "../access/one-time-codes.js";

export const subprotocol = "pictor.v1";
const ticketPrefix = "pictor.ticket.";
const tokenPrefix = "pictor.token.";

const offeredWith = ({ headers }: Pick<IncomingMessage, "headers">, prefix: string): string | undefined =>
  (headers["sec-websocket-protocol"] ?? "")
    .split(",")
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix))
    ?.slice(prefix.length);

/** The token that a handshake offers among its subprotocols; undefined without one. */
export const offeredToken = (request: Pick<IncomingMessage, "headers">): string | undefined =>
  offeredWith(request, tokenPrefix);

/**
 * Redeems the ticket of a handshake; undefined without a ticket. The caller is undefined if the ticket is not valid.
 */
export function redeemTicket(
  request: Pick<IncomingMessage, "headers">,
  tickets: OneTimeCodes<Caller>,
): { readonly caller: Caller | undefined } | undefined {
  const ticket = offeredWith(request, ticketPrefix);
  return ticket === undefined ? undefined : { caller: tickets.redeem(ticket) };
}
