// What the parts of an instance work with: one record, handed down from open.ts.

import type { Clock, Logger, Network, Run } from "@pictor/kernel/plugin";
import type { Layout } from "./layout.js";
import type { CompleteSettings } from "./settings.js";

export interface Instance {
  /** The instance's name in the configuration. */
  readonly name: string;
  readonly layout: Layout;
  readonly settings: CompleteSettings;
  readonly run: Run;
  readonly network: Network;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** How long work of a part is watched and ended. */
export interface WorkOptions {
  readonly signal?: AbortSignal;
  /** Each line that a tool writes. */
  onLine?(line: string): void;
}
