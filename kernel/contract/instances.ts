// Backend instances: backends that have a name in the configuration, or that the host offers without one.

import type { Settings } from "./values.js";

/** Settings of an instance, as a configuration file has them. */
export type BackendSettings = { readonly kind: string; readonly auth?: string } & Settings;

/** A backend instance that a host offers without configuration. */
export interface DefaultBackend {
  readonly name: string;
  readonly settings: BackendSettings;
  /** An address that must answer (with any status) before this instance is chosen. Default: it is always chosen. */
  readonly probeUrl?: string;
}

/** A backend instance that can be opened. */
export interface BackendInstance {
  readonly name: string;
  /** Id of a contributed kind. */
  readonly kind: string;
  /** Name of the profile for its calls. */
  readonly auth?: string;
  /** `default` for an instance that the host offers without configuration. */
  readonly origin: "configured" | "default";
}
