// Facets: what a backend can do beyond the contract.

import type { ExtensionsFacet } from "./extension-facet.js";
import type { InstallationFacet, LifecycleFacet } from "./process-facets.js";
import type { CallOptions, OutputFile } from "./calls.js";

/** What a backend can do beyond the contract: an object that is present or absent, never a flag. */
export interface BackendFacets {
  /** Its folders can be written from here. */
  readonly localFiles?: {
    /** Puts a file below the backend's own folders; `area` is `input` or `models/<folder>`. Settles with its name there. */
    put(area: string, name: string, body: AsyncIterable<Uint8Array>, options?: CallOptions): Promise<string>;
  };
  /** Its folders can be read from here. */
  readonly localOutput?: {
    /** As `Backend.fetchOutput`, without the server. */
    open(file: OutputFile, options?: CallOptions): AsyncIterable<Uint8Array>;
  };
  /** For a backend whose files end with it: what has been saved elsewhere need not be kept. */
  readonly retention?: {
    /** This one has been saved. */
    release(file: OutputFile): void;
  };
  readonly extensions?: ExtensionsFacet;
  /** Its server can be started from here, or at least restarted. */
  readonly lifecycle?: LifecycleFacet;
  /** Its server can be installed and updated from here. */
  readonly installation?: InstallationFacet;
}
