// The instances of backends as clients see them, and the one that a request names.

import type { Backend as BackendView, BackendEvent } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { withoutUndefined, type BackendInstance } from "@pictor/kernel";
import { thingUnknown } from "../base/index.js";
import { withFacet, type FacetName, type OpenedBackend, type OpenedInstance } from "./open-facet.js";

export const instanceOf = ({ name, kind, auth, origin }: BackendInstance): BackendView =>
  withoutUndefined({ name, kind, origin, auth });

/** The instance with this name. Throws `API_THING_UNKNOWN`. */
export function requireInstance(pictor: Pick<Pictor, "backends">, name: string): BackendInstance {
  const found = pictor.backends().find((one) => one.name === name);
  if (found === undefined) throw thingUnknown("backend", name, "/v1/backends");
  return found;
}

/** Opens the instance that a request names. Throws `API_THING_UNKNOWN`, and rejects as `openBackend` does. */
export async function openRequestedBackend(
  pictor: Pick<Pictor, "backends" | "openBackend">,
  name: string,
): Promise<OpenedBackend> {
  requireInstance(pictor, name);
  return pictor.openBackend(name);
}

/** Opens the instance that a request names, with a facet. Throws as `openRequestedBackend` and `withFacet`. */
export const openRequestedFacet = async <Facet extends FacetName>(
  pictor: Pick<Pictor, "backends" | "openBackend">,
  name: string,
  facet: Facet,
): Promise<OpenedInstance<Facet>> => withFacet(await openRequestedBackend(pictor, name), facet);

/** Publishes that an instance has changed. */
export function publishBackend(
  {
    pictor,
    log,
  }: { readonly pictor: Pick<Pictor, "backends">; readonly log: { publish(event: BackendEvent): unknown } },
  name: string,
  change: BackendEvent["change"],
): void {
  const found = pictor.backends().find((one) => one.name === name);
  log.publish({ type: "backend", name, change, ...(found !== undefined && { backend: instanceOf(found) }) });
}

/** The name of the instance that is used when a request names none; undefined if there is none that can be opened. */
export const defaultName = (pictor: Pick<Pictor, "openBackend">): Promise<string | undefined> =>
  pictor.openBackend().then(
    ({ instance }) => instance.name,
    // The error is not reported here: the operation on one instance reports why it cannot be opened.
    () => undefined,
  );
