// Facets: what a backend can do beyond the contract.

import type { CallOptions, OutputFile } from "./types.js";

/** What a backend can do beyond the contract: an object that is present or absent, never a flag. */
export interface BackendFacets {
  readonly localFiles?: {
    /** Puts a file below the backend's own folders; `area` is `input` or `models/<folder>`. Settles with its name there. */
    put(area: string, name: string, body: AsyncIterable<Uint8Array>, options?: CallOptions): Promise<string>;
  };
  readonly localOutput?: {
    open(file: OutputFile, options?: CallOptions): AsyncIterable<Uint8Array>;
  };
  /** For a backend whose files end with it: what has been saved elsewhere need not be kept. */
  readonly retention?: { release(file: OutputFile): void };
  readonly extensions?: ExtensionsFacet;
  readonly lifecycle?: LifecycleFacet;
}
export interface InstalledExtension {
  readonly id: string;
  /** Exact semver, or undefined where none can be known. */
  readonly version?: string;
  readonly enabled: boolean;
}
export interface ExtensionsFacet {
  list(options?: CallOptions): Promise<readonly InstalledExtension[]>;
  available(
    query: string,
    options?: CallOptions,
  ): Promise<readonly { readonly id: string; readonly title: string }[]>;
  install(id: string, range: string, options?: CallOptions): Promise<InstalledExtension>;
  update(id: string, range: string, options?: CallOptions): Promise<InstalledExtension>;
  enable(id: string, options?: CallOptions): Promise<void>;
  disable(id: string, options?: CallOptions): Promise<void>;
  remove(id: string, options?: CallOptions): Promise<void>;
}
export interface LifecycleFacet {
  start(options?: CallOptions): Promise<void>;
  stop(options?: CallOptions): Promise<void>;
  restart(reason: string, options?: CallOptions): Promise<void>;
  logs(options?: CallOptions): AsyncIterable<string>;
}
