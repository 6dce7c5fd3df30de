// The event socket. Browsers cannot send headers with its handshake, so a ticket in the subprotocol is the credential;
// other clients send the token in a header, as with every request.

import { withoutUndefined } from "@pictor/kernel";
import { sequenceNumberOf } from "../events/event-id.js";
import type { ReadOptions } from "../events/read-events.js";

export const eventSocketPath = "/v1/events/socket";

/** The events that the query of a handshake selects. */
export function selectedEvents(
  { searchParams }: URL,
  serverId: string,
): Omit<ReadOptions, "signal" | "caller"> {
  return withoutUndefined({
    since: sequenceNumberOf(searchParams.get("since") ?? undefined, serverId),
    types: searchParams.get("types")?.split(","),
    jobId: searchParams.get("job") ?? undefined,
  });
}
