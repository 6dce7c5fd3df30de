// The option `--backend`, which many commands have in common.

import type { Command } from "commander";

export interface BackendOption {
  readonly backend?: string;
}

export const withBackendOption = (command: Command): Command =>
  command.option("--backend <name>", "backend instance (default: the one that generate would use)");
