// The services and settings of a kernel that its jobs use.

import type { Backend, BackendInstance, Contribution, Interaction, SavedFile } from "@pictor/kernel";
import type { BuildDependencies } from "../build/build-dependencies.js";
import type { Tracing } from "../../tracing/tracing.js";

export interface JobDependencies extends BuildDependencies {
  /** The contributed kinds of backends. */
  backendKinds(): readonly Contribution<"backends">[];
  readonly interaction: Interaction;
  openBackend(
    name: string | undefined,
  ): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /**
   * Serializes work by key. The gates of two jobs on one backend run one after the other, so that they do not restart
   * it at the same time.
   */
  exclusively<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Aborted when the kernel is disposed, after the kernel has waited for background work. */
  readonly lifetime: AbortSignal;
  /**
   * Registers work that outlasts its job. Disposal waits for this work, for a limited time, before it closes the
   * backends.
   */
  background(work: Promise<unknown>): void;
  /** The project's folder; absolute. */
  readonly project: string;
  /** Reports that a file of the project was written for the user. */
  fileSaved?(file: SavedFile): Promise<void>;
  /** The absolute path of the output folder that a request names; of the configured folder if `given` is undefined. */
  directory(given: string | undefined): string;
  pluginVersions(): Readonly<Record<string, string>>;
  /** Absent unless this process traces. */
  readonly tracing?: Tracing;
}
