// The event socket. Browsers cannot send headers with its handshake, so a ticket in the subprotocol is the credential;
// other clients send the token in a header, as with every request.

import type { WebSocket } from "ws";
import type { Caller } from "@pictor/features/base";
import { sequenceNumberOf } from "../events/event-id.js";
import type { EventLog } from "../events/event-log.js";
import { serveEventSocket } from "../events/serve-socket.js";

export const eventSocketPath = "/v1/events/socket";

export interface EventSocketDependencies {
  readonly log: EventLog;
  readonly serverId: string;
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
}

/** Sends the events that the query selects. */
export function openEventSocket(
  socket: WebSocket,
  { searchParams }: URL,
  caller: Caller,
  { log, serverId, signal }: EventSocketDependencies,
): void {
  const since = sequenceNumberOf(searchParams.get("since") ?? undefined, serverId);
  const types = searchParams.get("types");
  const jobId = searchParams.get("job");
  void serveEventSocket(socket, log, serverId, {
    signal,
    caller,
    ...(since !== undefined && { since }),
    ...(types !== null && { types: types.split(",") }),
    ...(jobId !== null && { jobId }),
  });
}
