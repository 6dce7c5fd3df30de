// Both facets of an instance. Loaded with the first call of either: generating needs nothing of them.

import type { Backend, Network } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import type { Peer } from "../http.js";
import { createLifecycle } from "../lifecycle/lifecycle.js";
import type { RemoteFacets } from "./deferred.js";
import { createExtensions } from "./extensions.js";
import { managerProbe } from "./probe.js";
import { createRegistry } from "./registry.js";

export interface FacetsOptions {
  readonly peer: Peer;
  /** The instance's name, for texts. */
  readonly name: string;
  readonly clock: Clock;
  readonly clientId: string;
  readonly subscribe: Backend["events"];
  readonly catalog: Backend["catalog"];
  readonly info: Backend["info"];
  /** For what is not the server: nothing of it counts as the server's life. */
  readonly elsewhere: Network;
  /** Address of the registry of extensions; empty for none. */
  readonly registry: string;
  /** The server was started anew. */
  renewed(): void;
}

export function createFacets({ elsewhere, registry, renewed, info, ...given }: FacetsOptions): RemoteFacets {
  const { peer } = given;
  const about = { ...given, probe: managerProbe(peer) };
  return {
    extensions: createExtensions({ ...about, registry: createRegistry(elsewhere, registry, peer.closed) }),
    lifecycle: createLifecycle({ ...about, renewed }, info),
  };
}
