// Routes: the events of the server as server-sent events. The WebSocket is served in `sockets/`.

import type { Handlers } from "../http/handler.js";
import { fault } from "../contract/faults.js";
import { sequenceNumberOf } from "../events/event-id.js";
import { revocationSignal } from "../access/revocation-signal.js";
import { serverSentStream } from "../events/server-sent.js";
import type { RouteDependencies } from "./dependencies.js";

export const eventHandlers = ({
  log,
  serverId,
  credentials,
  admission,
}: RouteDependencies): Handlers<"readEvents"> => ({
  readEvents: ({ query, headers, holder, signal: gone }) => {
    // The holder of a call without a network was checked when its request began. An empty stream would be opened again and again.
    if (credentials.isRevoked(holder.tokenId)) throw fault("API_CREDENTIAL_REFUSED", {});
    const release = admission.admit("events", holder.tokenId);
    const signal = revocationSignal(credentials, holder.tokenId, gone);
    const since = sequenceNumberOf(headers["last-event-id"] ?? query.since, serverId);
    if (signal.aborted) release();
    else signal.addEventListener("abort", release, { once: true });
    const stream = serverSentStream(log, serverId, {
      signal,
      ended: release,
      reader: holder,
      ...(since !== undefined && { since }),
      ...(query.types !== undefined && { types: query.types.split(",") }),
      ...(query.job !== undefined && { jobId: query.job }),
    });
    return new Response(stream, { headers: { "Content-Type": "text/event-stream" } });
  },
});
