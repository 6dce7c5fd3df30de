// Whether the jobs of a backend continue after the server stops, as `pictor serve --detach` requires.

import { isRunning } from "@pictor/features/backends";
import type { Pictor } from "@pictor/host";

/**
 * Resolves to the name of the backend if its jobs continue after this process ends; a server that Pictor has started is
 * then kept running. Resolves to undefined for a backend inside this process, or with an unknown state.
 */
export async function keepBackendRunning(
  pictor: Pictor,
  name: string | undefined,
): Promise<string | undefined> {
  try {
    const { instance, backend } = await pictor.openBackend(name);
    const { retention, lifecycle } = backend.facets;
    if (retention !== undefined) return undefined;
    if (lifecycle?.start !== undefined && isRunning(await lifecycle.state()))
      await lifecycle.start({ keep: true });
    return instance.name;
  } catch {
    return undefined;
  }
}
