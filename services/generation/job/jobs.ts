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
import { startAttached } from "./attach-prompt.js";
import { startCheck } from "./check-generation.js";
import { startGeneration, type StartedGeneration } from "./start-generation.js";
import type { JobDependencies } from "./dependencies.js";
import type { StoppableJob } from "./job.js";
import { startSubmission } from "./submit-batches.js";

/** Milliseconds that disposal waits for the backends to interrupt running prompts. */
const cancelLimitMs = 10_000;
/** Milliseconds that disposal waits for background work, such as the revocation of submissions. */
const backgroundLimitMs = 2_000;

interface TrackedJob extends StoppableJob {
  readonly result: Promise<unknown>;
}

export interface Jobs {
  generate(request: GenerateRequest): Generation;
  attach(request: AttachRequest): Generation;
  submit(request: GenerateRequest): Promise<SubmissionResult>;
  check(request: GenerateRequest): Promise<CheckResult>;
  /** Ends all jobs, and waits a limited time for the background work of ended ones. */
  end(): Promise<void>;
}

export function createJobs(dependencies: Omit<JobDependencies, "background">): Jobs {
  // Every revocation listens to this signal, so Node must not warn of many listeners.
  setMaxListeners(0, dependencies.lifetime);
  const running = new Set<TrackedJob>();
  const backgroundWork = new Set<Promise<unknown>>();
  const deps: JobDependencies = {
    ...dependencies,
    background: (work) => {
      backgroundWork.add(work);
      void work.finally(() => backgroundWork.delete(work));
    },
  };
  const track = <Job extends TrackedJob>(job: Job): Job => {
    running.add(job);
    void job.result.finally(() => running.delete(job));
    return job;
  };
  const handleOf = ({ stop: _stop, forceStop: _forceStop, ...handle }: StartedGeneration) => handle;
  return {
    generate: (request) => handleOf(track(startGeneration(request, deps))),
    attach: (request) => handleOf(track(startAttached(request, deps))),
    submit: (request) => track(startSubmission(request, deps)).result,
    check: (request) => track(startCheck(request, deps)).result,
    async end() {
      const { clock } = dependencies.host;
      const jobs = [...running];
      const stopped = Promise.allSettled(jobs.map((job) => job.stop()));
      await withTimeout(clock, cancelLimitMs, stopped, () => {
        for (const job of jobs) job.forceStop();
      });
      await stopped;
      await withTimeout(clock, backgroundLimitMs, Promise.allSettled(backgroundWork), () => undefined);
    },
  };
}
