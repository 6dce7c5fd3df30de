// The services and settings of a kernel that its jobs use.

import type { Backend, HookHost, Hooks, Interaction } from "@pictor/kernel";
import type { BackendInstance } from "@pictor/kernel";
import type { BuildDependencies } from "../build/build-drafts.js";

export interface JobDependencies extends Omit<BuildDependencies, "backend" | "report"> {
  readonly hooks: Hooks;
  readonly host: HookHost;
  readonly interaction: Interaction;
  openBackend(
    name: string | undefined,
  ): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /** Runs the work of one key one at a time: the gates of one backend, as two jobs must not both restart it. */
  exclusively<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Aborts when the kernel is disposed, after the wait for background work. */
  readonly lifetime: AbortSignal;
  /** Registers work that outlasts its job; the kernel waits a limited time for it before it closes the backends. */
  background(work: Promise<unknown>): void;
  /** The project's folder; absolute. */
  readonly project: string;
  /** Resolves a requested output folder; the configured one without a request. Absolute. */
  directory(given: string | undefined): string;
  pluginVersions(): Readonly<Record<string, string>>;
}
