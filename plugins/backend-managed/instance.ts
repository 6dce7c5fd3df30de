// An instance: its settings, its folders, and the services of the host.

import type { Clock, Logger, Network, RunProgram } from "@pictor/kernel/plugin";
import type { Layout } from "./layout.js";
import type { CompleteSettings } from "./settings.js";

export interface Instance {
  /** The instance's name in the configuration. */
  readonly name: string;
  readonly layout: Layout;
  readonly settings: CompleteSettings;
  readonly run: RunProgram;
  readonly network: Network;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Options of work that runs tools. */
export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives each line that a tool writes. */
  readonly onLine?: ((line: string) => void) | undefined;
}
