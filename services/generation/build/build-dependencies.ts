// What a build uses of its kernel.

import type { Contribution, HookHost, Hooks, Limits } from "@pictor/kernel";
import type { PluginExtensions } from "./extension-requirements.js";

export interface BuildDependencies {
  readonly hooks: Hooks;
  readonly host: HookHost;
  workflows(): readonly Contribution<"workflows">[];
  features(): readonly Contribution<"features">[];
  nodeClasses(): readonly Contribution<"nodeClasses">[];
  /** The extensions that the plugin's manifest requires. */
  extensionsOf(plugin: string): PluginExtensions;
  /** What one generation may ask for. */
  limits(): Promise<Limits>;
  /** Hides a string in logs and errors from now on. */
  hide(secret: string): void;
}
