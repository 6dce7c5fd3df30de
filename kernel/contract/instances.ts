// Backend instances: backends with a name, from the configuration or offered by the host.

import type { Settings } from "./values.js";

/** Settings of an instance, as written in a configuration file. */
export type BackendSettings = { readonly kind: string; readonly auth?: string } & Settings;

/** A backend instance that a host offers without configuration. */
export interface DefaultBackend {
  readonly name: string;
  readonly settings: BackendSettings;
  /** An address that must answer for this instance to be chosen. Default: no check. */
  readonly probeUrl?: string;
  /**
   * Why the instance is not chosen although `probeUrl` answers: a clause for the user, such as "... is not ComfyUI". Undefined if
   * the answer will do. Default: every answer will do.
   */
  readonly objection?: (answer: ProbeAnswer) => string | undefined;
}

/** The answer at the `probeUrl` of a default backend. */
export interface ProbeAnswer {
  readonly status: number;
  /** Empty if the body is large or does not come. */
  readonly text: string;
}

/** A backend instance that can be opened. */
export interface BackendInstance {
  readonly name: string;
  /** Id of a contributed backend kind. */
  readonly kind: string;
  /** Name of the auth profile for its requests. */
  readonly auth?: string;
  /** `default` for an instance that the host offers. */
  readonly origin: "configured" | "default";
}
