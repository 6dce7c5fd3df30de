// Opens the backend of a request, and converts an instance to what clients see.

import type { Backend as BackendView, BackendEvent } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import type { Backend, BackendInstance } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";

export const instanceOf = ({ name, kind, auth, origin }: BackendInstance): BackendView => ({
  name,
  kind,
  origin,
  ...(auth !== undefined && { auth }),
});

/** The instance with this name. Throws `API_THING_UNKNOWN`. */
export function requireInstance(pictor: Pictor, name: string): BackendInstance {
  const found = pictor.backends().find((one) => one.name === name);
  if (found === undefined)
    throw fault("API_THING_UNKNOWN", { kind: "backend", id: name, list: "/v1/backends" });
  return found;
}

/** Opens the instance that a request names. Throws `API_THING_UNKNOWN`, and rejects as `openBackend` does. */
export async function openRequestedBackend(
  pictor: Pictor,
  name: string,
): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }> {
  requireInstance(pictor, name);
  return pictor.openBackend(name);
}

export const backendTarget = (name: string) => ({ kind: "backend", name });

/** Publishes that an instance has changed. */
export function publishBackend(
  { pictor, log }: { readonly pictor: Pictor; readonly log: EventLog },
  name: string,
  change: BackendEvent["change"],
): void {
  const found = pictor.backends().find((one) => one.name === name);
  log.publish({ type: "backend", name, change, ...(found !== undefined && { backend: instanceOf(found) }) });
}
