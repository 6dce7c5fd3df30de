// The jobs that a caller may see. Any other job is unknown to the caller.

import type { Job } from "@pictor/client";
import { sees, seesAll, type Caller, isAdministrator, thingUnknown } from "@pictor/features/base";
import { fault } from "../contract/faults.js";
import type { OutputSource } from "./registry-types.js";

/** All jobs of the server. */
export interface AllJobs {
  list(): readonly Job[];
  get(id: string): Job;
  outputOf(id: string, index: number): OutputSource;
}

export class SeenJobs {
  readonly #jobs: AllJobs;
  readonly #caller: Caller;

  constructor(jobs: AllJobs, caller: Caller) {
    this.#jobs = jobs;
    this.#caller = caller;
  }

  /** The jobs that the caller sees, newest first. */
  list(): readonly Job[] {
    return this.#jobs.list().filter(({ owner }) => sees(this.#caller, owner));
  }

  /** The jobs that the caller may cancel, newest first. */
  own(): readonly Job[] {
    return this.#jobs.list().filter((job) => this.#isOwn(job));
  }

  /** The job with this id. Throws `API_THING_UNKNOWN`. */
  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (sees(this.#caller, job.owner)) return job;
    throw thingUnknown("job", id, "/v1/jobs");
  }

  /**
   * As `get`, for a change. Throws `API_SCOPE_MISSING` for the job of another owner, and for one that follows the
   * prompt of another owner.
   */
  getOwn(id: string): Job {
    const job = this.get(id);
    if (!this.#isOwn(job)) throw fault("API_SCOPE_MISSING", { scope: "admin" });
    return job;
  }

  /** The source of an output's bytes. Throws `API_THING_UNKNOWN`. */
  outputOf(id: string, index: number): OutputSource {
    this.get(id);
    return this.#jobs.outputOf(id, index);
  }

  /**
   * Whether the caller may see a prompt on a backend. A caller that may only see its own work sees the prompts of its
   * jobs.
   */
  seesPrompt(promptId: string): boolean {
    return seesAll(this.#caller) || this.#hasPrompt(this.list(), promptId);
  }

  /** Throws `API_SCOPE_MISSING` unless the prompt is one of a job that the caller may cancel. */
  requireOwnPrompt(promptId: string): void {
    if (!isAdministrator(this.#caller) && !this.#hasPrompt(this.own(), promptId))
      throw fault("API_SCOPE_MISSING", { scope: "admin" });
  }

  /** Throws `API_SCOPE_MISSING` unless the caller may see the prompt, whether or not the prompt exists. */
  requireFollowable(promptId: string): void {
    if (!this.seesPrompt(promptId)) throw fault("API_SCOPE_MISSING", { scope: "read" });
  }

  /**
   * Whether the caller may cancel a job. Following a prompt does not make a caller its owner: the owner is who has
   * submitted it.
   */
  #isOwn({ owner, request, promptIds }: Job): boolean {
    if (isAdministrator(this.#caller)) return true;
    if (owner !== this.#caller.name) return false;
    const isSubmitted = (promptId: string): boolean =>
      this.#jobs
        .list()
        .some((job) => job.request !== undefined && job.owner === owner && job.promptIds.includes(promptId));
    return request !== undefined || (promptIds.length > 0 && promptIds.every(isSubmitted));
  }

  #hasPrompt(jobs: readonly Job[], promptId: string): boolean {
    return jobs.some(({ promptIds }) => promptIds.includes(promptId));
  }
}
