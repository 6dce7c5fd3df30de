// Creates both facets of an instance. Imported at the first call of either facet, because generating needs neither.

import { RegistryClient } from "@pictor/extensions";
import type { Network } from "@pictor/kernel/plugin";
import { createExtensionsFacet } from "../extensions/extensions-facet.js";
import { createLifecycleFacet } from "../lifecycle/lifecycle-facet.js";
import { createPackIndex } from "../manager/pack-index.js";
import { createManagerProbe } from "../manager/probe-manager.js";
import { createPackRegistry } from "../manager/pack-registry.js";
import type { RemoteInstance } from "../server/requests.js";
import type { RemoteFacets } from "./deferred-facets.js";

/** `otherNetwork` is for requests to other servers, whose failures are not signs of a restart. */
export function createFacets(
  instance: RemoteInstance,
  otherNetwork: Network,
  registryUrl: string,
): RemoteFacets {
  const { server } = instance;
  const probe = createManagerProbe(server);
  // A list of extensions should not wait for the registry any longer.
  const client = new RegistryClient({ network: otherNetwork, address: registryUrl, timeoutMs: 10_000 });
  const packIndexOf = createPackIndex(server, createPackRegistry(client, server.closed));
  return {
    extensions: createExtensionsFacet(instance, probe, packIndexOf),
    lifecycle: createLifecycleFacet(instance, probe),
  };
}
