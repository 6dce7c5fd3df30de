// The jobs of a kernel: started here, counted while they run, ended together.

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
import { startSubmission } from "./submit-batches.js";

/** Milliseconds that disposal gives a backend to interrupt what runs. */
const cancelLimitMs = 10_000;
/** Milliseconds that disposal waits for submissions to be withdrawn. */
const withdrawLimitMs = 2_000;

/** What every kind of job has. */
interface Started {
  readonly result: Promise<unknown>;
  leave(): Promise<void>;
  abandon(): void;
}

export interface Jobs {
  generate(request: GenerateRequest): Generation;
  attach(request: AttachRequest): Generation;
  submit(request: GenerateRequest): Promise<SubmissionResult>;
  check(request: GenerateRequest): Promise<CheckResult>;
  /** Ends all of them, and what still goes on behind ended ones. */
  end(): Promise<void>;
}

export function createJobs(own: Omit<JobDependencies, "background">): Jobs {
  // Every prompt that is being withdrawn listens to it.
  setMaxListeners(0, own.lifetime);
  const running = new Set<Started>();
  const behind = new Set<Promise<unknown>>();
  const deps: JobDependencies = {
    ...own,
    background: (work) => {
      behind.add(work);
      void work.finally(() => behind.delete(work));
    },
  };
  const started = <Job extends Started>(job: Job): Job => {
    running.add(job);
    void job.result.finally(() => running.delete(job));
    return job;
  };
  const handleOf = ({ leave: _leave, abandon: _abandon, ...handle }: StartedGeneration) => handle;
  return {
    generate: (request) => handleOf(started(startGeneration(request, deps))),
    attach: (request) => handleOf(started(startAttached(request, deps))),
    submit: (request) => started(startSubmission(request, deps)).result,
    check: (request) => started(startCheck(request, deps)).result,
    async end() {
      const { clock } = own.host;
      const inFlight = [...running];
      const cancelled = Promise.allSettled(inFlight.map((job) => job.leave()));
      await withTimeout(clock, cancelLimitMs, cancelled, () => {
        for (const job of inFlight) job.abandon();
      });
      await cancelled;
      await withTimeout(clock, withdrawLimitMs, Promise.allSettled(behind), () => undefined);
    },
  };
}
