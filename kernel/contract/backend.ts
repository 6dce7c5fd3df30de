// The contract between the kernel and a generation backend.

import type { BackendCalls } from "./backend-calls.js";
import type { BackendFacets } from "./facets.js";

/** An open backend: its calls, and its optional capabilities. */
export interface Backend extends BackendCalls {
  readonly facets: BackendFacets;
}
