// Options and result of createPictor.

import type { KernelOptions, KernelView, LoadedConfiguration, PluginSource } from "@pictor/kernel";
import type { ServicesOptions, ServicesView } from "@pictor/services";
import type { TrustOptions } from "./trust/review-project.js";

/** Options of `createPictor`. Every member has a default. */
export interface PictorOptions
  extends
    ServicesOptions,
    Pick<KernelOptions, "log" | "clock" | "attributeRejections" | "importModule">,
    Pick<TrustOptions, "trust"> {
  /**
   * The configuration. Default: the result of `loadPictorConfiguration()`, with `interaction` for a project that is not
   * trusted.
   */
  readonly configuration?: LoadedConfiguration;
  /** Plugins in addition to the built-in ones and those of the configuration. Default: none. */
  readonly plugins?: readonly PluginSource[];
  /** `none` leaves out the built-in plugins, the default backends and the default secret store. Default `all`. */
  readonly builtins?: "all" | "none";
}

/** Kernel, services and plugins, connected. After `dispose`, calls fail with `KERNEL_DISPOSED`. */
export interface Pictor extends KernelView, ServicesView {
  /** The configuration in use. */
  readonly configuration: LoadedConfiguration;
  /**
   * Ends jobs, closes backends and disposes of plugins; no tap, timer, socket or listener remains. A prompt that
   * `attach` follows continues on its server.
   */
  dispose(): Promise<void>;
}
