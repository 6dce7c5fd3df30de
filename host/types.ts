// What createPictor takes and gives.

import type { KernelOptions, KernelView, LoadedConfiguration, PluginSource } from "@pictor/kernel";
import type { ServicesOptions, ServicesView } from "@pictor/services";

/** Options of `createPictor`; every member has a default. */
export interface PictorOptions
  extends ServicesOptions, Pick<KernelOptions, "log" | "clock" | "attributeRejections"> {
  /** Default: what `loadPictorConfiguration()` returns. */
  readonly configuration?: LoadedConfiguration;
  /** Plugins beside those that come along and those that the configuration names. Default: none. */
  readonly plugins?: readonly PluginSource[];
  /** `none` leaves out the plugins, default backends and the secret store that come along. Default `all`. */
  readonly builtins?: "all" | "none";
}

/** A working whole: the kernel, its services, and the plugins. After `dispose` its calls fail with `KERNEL_DISPOSED`. */
export interface Pictor extends KernelView, ServicesView {
  /** The configuration that it was made with. */
  readonly configuration: LoadedConfiguration;
  /**
   * Ends jobs (a prompt that `attach` follows continues on its server), backends and plugins; no tap, timer, socket or
   * listener remains.
   */
  dispose(): Promise<void>;
}
