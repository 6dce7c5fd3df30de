// Whether the jobs of a backend go on when the server ends, as `pictor serve --detach` wants.

import type { Pictor } from "@pictor/host";
import { isUp } from "@pictor/host/work";

/**
 * Resolves to the name of the backend if its jobs go on after the end of this process: its server, if Pictor has started it,
 * then keeps running. Resolves to undefined for a backend inside this process, and for one that cannot be asked.
 */
export async function keepBackend(pictor: Pictor, name: string | undefined): Promise<string | undefined> {
  try {
    const { instance, backend } = await pictor.openBackend(name);
    const { retention, lifecycle } = backend.facets;
    if (retention !== undefined) return undefined;
    if (lifecycle?.start !== undefined && isUp(await lifecycle.state()))
      await lifecycle.start({ keep: true });
    return instance.name;
  } catch {
    return undefined;
  }
}
