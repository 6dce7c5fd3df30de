// What the kernel lends to its jobs.

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
  /** Gates of one backend run one at a time: two jobs must not both restart it. */
  exclusively<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Aborted when the kernel is disposed and has waited for that work. */
  readonly lifetime: AbortSignal;
  /** Work that goes on behind an ended job; the kernel waits for it a little before it closes its backends. */
  background(work: Promise<unknown>): void;
  /** The project's folder; absolute. */
  readonly project: string;
  directory(given: string | undefined): string;
  pluginVersions(): Readonly<Record<string, string>>;
}
