// The jobs of a kernel: starts them, tracks them while they run, and ends them when the kernel is disposed.

import { setMaxListeners } from "node:events";
import {
  withTimeout,
  type AttachRequest,
  type CheckResult,
  type GenerateRequest,
  type Generation,
  type SubmissionResult,
} from "@pictor/kernel";
import type { JobDependencies } from "../run/dependencies.js";
import { startAttached } from "./attach-prompt.js";
import { checkResult, startCheck } from "./check-generation.js";
import type { Job } from "./job.js";
import { generationOf, startGeneration } from "./start-generation.js";
import { startSubmission, submissionResult } from "./submit-batches.js";

/** Milliseconds that disposal waits for the backends to interrupt running prompts. */
const cancelLimitMs = 10_000;
/** Milliseconds that disposal waits for background work, such as the revocation of submissions. */
const backgroundLimitMs = 2_000;

export class Jobs {
  readonly #deps: JobDependencies;
  readonly #running = new Set<Job<unknown>>();
  readonly #backgroundWork = new Set<Promise<unknown>>();

  constructor(deps: Omit<JobDependencies, "background">) {
    // Every revocation listens to this signal, so Node must not warn of many listeners.
    setMaxListeners(0, deps.lifetime);
    this.#deps = {
      ...deps,
      background: (work) => {
        this.#backgroundWork.add(work);
        void work.finally(() => this.#backgroundWork.delete(work));
      },
    };
  }

  generate(request: GenerateRequest): Generation {
    return generationOf(this.#track(startGeneration(request, this.#deps)));
  }

  attach(request: AttachRequest): Generation {
    return generationOf(this.#track(startAttached(request, this.#deps)));
  }

  submit(request: GenerateRequest): Promise<SubmissionResult> {
    return submissionResult(this.#track(startSubmission(request, this.#deps)));
  }

  check(request: GenerateRequest): Promise<CheckResult> {
    return checkResult(this.#track(startCheck(request, this.#deps)));
  }

  /** Ends all jobs, and waits a limited time for the background work of ended ones. */
  async end(): Promise<void> {
    const { clock } = this.#deps.host;
    const jobs = [...this.#running];
    const stopped = Promise.allSettled(jobs.map((job) => job.stop()));
    await withTimeout(clock, cancelLimitMs, stopped, () => {
      for (const job of jobs) job.forceStop();
    });
    await stopped;
    const settled = Promise.allSettled(this.#backgroundWork);
    await withTimeout(clock, backgroundLimitMs, settled, () => undefined);
  }

  #track<Started extends Job<unknown>>(job: Started): Started {
    this.#running.add(job);
    void job.done.finally(() => this.#running.delete(job));
    return job;
  }
}
