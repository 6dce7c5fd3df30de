// What adding a plugin needs, and the plugin between the question to the user and its installation.

import type { Manifest, PluginSource } from "@pictor/kernel";
import type { PinnedSource } from "./lock.js";
import type { RunToEnd } from "./programs.js";

export interface UserPluginsOptions {
  /** The environment variables, which place the user's data folder. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder at which relative paths start. */
  readonly directory: string;
  /** The built-in plugins, whose names no other plugin may have. */
  readonly builtins: readonly PluginSource[];
  /** Starts npm and git. */
  readonly run: RunToEnd;
  readonly signal?: AbortSignal;
}

/** A plugin whose files were read and checked, and are not installed yet. None of its code has run. */
export interface StagedPlugin {
  readonly manifest: Manifest;
  readonly source: PinnedSource;
  readonly integrity: string;
  /** The version that the plugin would replace. */
  readonly replaces?: string;
  /** What the plugin would do, in plain words; the most dangerous is last. */
  readonly powers: readonly string[];
  /**
   * Moves the plugin to its place, and pins it in the lock file. Resolves to the folder. Rejects with `PLUGIN_CHANGED`
   * if a file is no longer the one that was read, with `PLUGIN_...`, or with `FILE_NOT_WRITABLE`.
   */
  install(): Promise<string>;
  /** Removes the files that were read. To be called at the end in any case. */
  discard(): Promise<void>;
}
