// Reads what other clients can change too.

import type { StreamedEvent } from "@pictor/client";
import type { Resource } from "./resource.js";
import { onServerEvent } from "./session.js";

/**
 * Reads a resource, and again after each event of a type and after a gap in the events, until the returned function is
 * called.
 */
export function follow(
  { load }: Pick<Resource<unknown>, "load">,
  changed: StreamedEvent["type"],
): () => void {
  void load();
  return onServerEvent(({ type }) => {
    if (type === changed || type === "reset") void load();
  });
}
