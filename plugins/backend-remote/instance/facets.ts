// Creates both facets of an instance. Imported at the first call of either facet, because generating needs neither.

import { RegistryClient } from "@pictor/extensions";
import type { Network } from "@pictor/kernel/plugin";
import { createExtensionsFacet, type ExtensionsFacetOptions } from "../extensions/extensions-facet.js";
import { createLifecycleFacet } from "../lifecycle/lifecycle-facet.js";
import { createManagerProbe } from "../manager/probe-manager.js";
import { createPackRegistry } from "../manager/pack-registry.js";
import type { InfoReader } from "../server/system-stats.js";
import type { RemoteFacets } from "./deferred-facets.js";

export interface FacetsOptions extends Omit<ExtensionsFacetOptions, "probe" | "registry"> {
  readonly info: InfoReader["info"];
  /** Network for requests to other servers, whose failures are not signs of a restart. */
  readonly otherNetwork: Network;
  /** Address of the registry of extensions; empty for none. */
  readonly registryUrl: string;
}

export function createFacets(options: FacetsOptions): RemoteFacets {
  const { server, info, otherNetwork, registryUrl } = options;
  const probe = createManagerProbe(server);
  // A list of extensions should not wait for the registry any longer.
  const client = new RegistryClient({ network: otherNetwork, address: registryUrl, timeoutMs: 10_000 });
  const registry = createPackRegistry(client, server.closed);
  return {
    extensions: createExtensionsFacet({ ...options, probe, registry }),
    lifecycle: createLifecycleFacet({ server, probe }, info),
  };
}
