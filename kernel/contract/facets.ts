// Facets: optional capabilities of a backend.

import type { FailuresFacet } from "./failures-facet.js";
import type { MembersFacet, WaitingFacet, WorkFacet } from "./farm-facets.js";
import type { ServerFacets } from "./server-facets.js";

/** Optional capabilities of a backend. A facet is an object that is present or absent, never a flag. */
export interface BackendFacets extends ServerFacets {
  /** For a backend that distributes prompts over several servers. */
  readonly members?: MembersFacet;
  /** For a backend whose prompts wait in this process. */
  readonly waiting?: WaitingFacet;
  /** For a backend that is a queue: running its prompts on a server. */
  readonly work?: WorkFacet;
  /** For a backend that is a queue: the prompts that have failed or are lost. */
  readonly failures?: FailuresFacet;
}
