// The event socket. Browsers cannot send headers with its handshake, so a ticket in the subprotocol is the credential;
// other clients send the token in a header, as with every request.

import { sequenceNumberOf } from "../events/event-id.js";
import type { ReadOptions } from "../events/read-events.js";

export const eventSocketPath = "/v1/events/socket";

/** The events that the query of a handshake selects. */
export function selectedEvents(
  { searchParams }: URL,
  serverId: string,
): Omit<ReadOptions, "signal" | "caller"> {
  const since = sequenceNumberOf(searchParams.get("since") ?? undefined, serverId);
  const types = searchParams.get("types");
  const jobId = searchParams.get("job");
  return {
    ...(since !== undefined && { since }),
    ...(types !== null && { types: types.split(",") }),
    ...(jobId !== null && { jobId }),
  };
}
