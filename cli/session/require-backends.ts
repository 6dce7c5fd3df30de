// Refuses unknown names of backends before a server starts, and not with its first request.

import type { Pictor } from "@pictor/host";

/** Throws `BACKEND_UNKNOWN` for the first name that is none of a backend. */
export function requireBackends(pictor: Pick<Pictor, "backendSettings">, wanted: readonly string[]): void {
  for (const name of wanted) pictor.backendSettings(name);
}
