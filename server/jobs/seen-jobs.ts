// The jobs as the holder of a token sees them: a job that it does not see is unknown to it.

import type { Job } from "@pictor/client";
import { isAdministrator, requireChange, sees, seesAll, type Reader } from "../access/reach.js";
import { fault } from "../contract/faults.js";
import type { JobRegistry } from "./job-registry.js";
import type { OutputSource } from "./registry-types.js";

export class SeenJobs {
  readonly #jobs: JobRegistry;
  readonly #reader: Reader;

  constructor(jobs: JobRegistry, reader: Reader) {
    this.#jobs = jobs;
    this.#reader = reader;
  }

  /** The jobs that the holder sees, newest first. */
  list(): readonly Job[] {
    return this.#jobs.list().filter(({ owner }) => sees(this.#reader, owner));
  }

  /** The jobs that the holder may cancel, newest first. */
  own(): readonly Job[] {
    const jobs = this.#jobs.list();
    return isAdministrator(this.#reader) ? jobs : jobs.filter(({ owner }) => owner === this.#reader.name);
  }

  /** The job with this id. Throws `API_THING_UNKNOWN`. */
  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (sees(this.#reader, job.owner)) return job;
    throw fault("API_THING_UNKNOWN", { kind: "job", id, list: "/v1/jobs" });
  }

  /** As `get`, for a change. Throws `API_SCOPE_MISSING` for a job of somebody else. */
  getOwn(id: string): Job {
    const job = this.get(id);
    requireChange(this.#reader, job.owner);
    return job;
  }

  /** The source of an output's bytes. Throws `API_THING_UNKNOWN`. */
  outputOf(id: string, index: number): OutputSource {
    this.get(id);
    return this.#jobs.outputOf(id, index);
  }

  /** Whether the holder sees a prompt on a backend: one that sees its own work alone sees the prompts of its jobs. */
  seesPrompt(promptId: string): boolean {
    return seesAll(this.#reader) || this.#hasPrompt(this.list(), promptId);
  }

  /** Throws `API_SCOPE_MISSING` unless the prompt is one of a job that the holder may cancel. */
  requireOwnPrompt(promptId: string): void {
    if (!isAdministrator(this.#reader) && !this.#hasPrompt(this.own(), promptId))
      throw fault("API_SCOPE_MISSING", { scope: "admin" });
  }

  /** Throws `API_SCOPE_MISSING` if the prompt is one of a job that the holder does not see. */
  requireFollowable(promptId: string): void {
    const { owner } = this.#jobs.list().find((job) => job.promptIds.includes(promptId)) ?? {};
    if (owner !== undefined && !sees(this.#reader, owner))
      throw fault("API_SCOPE_MISSING", { scope: "read" });
  }

  #hasPrompt(jobs: readonly Job[], promptId: string): boolean {
    return jobs.some(({ promptIds }) => promptIds.includes(promptId));
  }
}
