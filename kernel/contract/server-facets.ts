// Facets: optional capabilities of a server.

import type { DirectFacet } from "./direct-facet.js";
import type { ExtensionsFacet } from "./extension-facet.js";
import type { InstallationFacet, LifecycleFacet } from "./process-facets.js";
import type { CallOptions, OutputFile } from "./calls.js";

/** Optional capabilities of a backend with one server. A facet is an object that is present or absent, never a flag. */
export interface ServerFacets {
  /** Writing into the folders of the backend. */
  readonly localFiles?: {
    /**
     * Writes a file below the folders of the backend; `area` is `input` or `models/<folder>`. Resolves to its name
     * there.
     */
    put(area: string, name: string, body: AsyncIterable<Uint8Array>, options?: CallOptions): Promise<string>;
  };
  /** Reading from the folders of the backend. */
  readonly localOutput?: {
    /** Like `Backend.fetchOutput`, without a request to the server. */
    open(file: OutputFile, options?: CallOptions): AsyncIterable<Uint8Array>;
  };
  /** For a backend whose files end with the backend: it can delete a file that was saved elsewhere. */
  readonly retention?: {
    /** Reports that the file was saved elsewhere, so that the backend can delete it. */
    release(file: OutputFile): void;
  };
  /** Requests to the server itself. */
  readonly direct?: DirectFacet;
  readonly extensions?: ExtensionsFacet;
  /** Starting, stopping or at least restarting the server. */
  readonly lifecycle?: LifecycleFacet;
  /** Installing and updating the server. */
  readonly installation?: InstallationFacet;
}
