// Whether the pool as a whole is connected: it is while events of at least one member flow.

import type { BackendEvent } from "@pictor/kernel/plugin";
import type { Member } from "./member.js";

/** Returns a function that emits the state of the connection when it has changed. */
export function createConnectionState(
  members: () => Iterable<Member>,
  emit: (event: BackendEvent) => void,
): () => void {
  let wasConnected = true;
  return () => {
    const isConnected = [...members()].some((member) => member.isConnected());
    if (isConnected === wasConnected) return;
    wasConnected = isConnected;
    emit({ type: "connection", state: isConnected ? "open" : "lost" });
  };
}
