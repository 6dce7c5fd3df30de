// What a backend says about itself.

import type { CallOptions } from "./calls.js";
import type { FacetName } from "./facet-names.js";

/** A graphics card or another device, and its memory as it was when the server was asked. */
export interface BackendDevice {
  readonly name: string;
  readonly totalBytes?: number;
  readonly freeBytes?: number;
}

/** Identity of a backend. */
export interface BackendInfo {
  /** Name of the instance in the configuration. */
  readonly name: string;
  /** Id of the contributed kind, such as `remote`. */
  readonly kind: string;
  /** Product and address, for display. */
  readonly title: string;
  /** Address of the server, without credentials; absent without one. */
  readonly address?: string;
  /** Version that the server reports, for display and records. */
  readonly version: string;
  /** The devices on which the server computes, in the server's order; absent if they are not known. */
  readonly devices?: readonly BackendDevice[];
  /** A limitation of the backend, such as simulated results. Shown wherever the backend is named. */
  readonly notice?: string;
  /** Names of the facets that the backend has. */
  readonly facets: readonly FacetName[];
}

/** Options of `Backend.info`. */
export interface InfoOptions extends CallOptions {
  /** Whether to ask the server even while an earlier reply is recent enough for a job; default false. */
  readonly isFresh?: boolean;
}
