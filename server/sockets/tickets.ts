// The credential in the subprotocol of a handshake, for browsers, which cannot send headers with it.

import type { IncomingMessage } from "node:http";
import type { Holder } from "../access/credentials.js";
import type { OneTimeCodes } from "../access/one-time-codes.js";

export const subprotocol = "pictor.v1";
const ticketPrefix = "pictor.ticket.";

/**
 * Redeems the ticket of a handshake; undefined without a ticket. The holder is undefined if the ticket is not valid.
 */
export function redeemTicket(
  { headers }: IncomingMessage,
  tickets: OneTimeCodes<Holder>,
): { readonly holder: Holder | undefined } | undefined {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((text) => text.trim());
  const ticket = offered.find((text) => text.startsWith(ticketPrefix));
  return ticket === undefined ? undefined : { holder: tickets.redeem(ticket.slice(ticketPrefix.length)) };
}
