// One job of the server: its record, its generation while that runs, and the callers that wait for its end.

import { isEnded, type Job } from "@pictor/client";
import {
  problemFor,
  type Clock,
  type EarlierJob,
  type Generation,
  type GenerationResult,
  type Output,
  type SentPrompt,
} from "@pictor/kernel";
import { resultToJson, type Pictor } from "@pictor/host";
import { thingUnknown } from "@pictor/features/base";
import { fault } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";
import type { JobJournal } from "./job-journal.js";
import type { JobRecord } from "./job-record.js";
import { keepBackendRunning } from "./leave-jobs.js";
import { JobPublisher, withProblems } from "./job-publisher.js";
import { continued, withSent } from "./resume-job.js";
import type { JobShutdown, OutputSource } from "./registry-types.js";
import { sizeOfFile } from "@pictor/features/gallery";

export interface FollowedJobOptions {
  readonly pictor: Pictor;
  readonly log: EventLog;
  readonly journal: JobJournal;
  readonly clock: Clock;
  /** Called when a job of this run has ended. */
  readonly onEnd?: (job: Job) => void;
}

/** A generation that is a part of a job. */
export interface JobPart {
  /** Called when the parts before have ended. */
  start(continues: EarlierJob): Generation | Promise<Generation>;
  /** Whether a server may have the prompt of the part. */
  readonly isSent?: boolean;
}

export class FollowedJob {
  readonly #options: FollowedJobOptions;
  readonly #publisher: JobPublisher;
  #record: JobRecord;
  readonly #outputs = new Map<number, Output>();
  /** The functions to call when the job has ended. */
  readonly #waiting = new Set<() => void>();
  #generation: Generation | undefined;
  /**
   * Whether the job was left to its backend, which continues its prompt: the job has not ended when its generation
   * ends.
   */
  #isLeft = false;
  #isCancelled = false;
  /** Whether a generation of the job runs or is about to. */
  #isFollowed = false;

  constructor(record: JobRecord, options: FollowedJobOptions) {
    this.#record = record;
    this.#options = options;
    this.#publisher = new JobPublisher(options.log, options.pictor);
  }

  get record(): JobRecord {
    return this.#record;
  }
  get job(): Job {
    return this.#record.job;
  }

  /** Writes the job to the journal. A failure must not end the job, so it is only published. */
  async write(options: { readonly isSynced?: boolean } = {}): Promise<void> {
    const { journal, log } = this.#options;
    this.#record = { ...this.#record, revision: (this.#record.revision ?? 0) + 1 };
    await journal.append(this.#record, options).catch(() => {
      log.publish({ type: "notice", text: "The journal of the jobs cannot be written." });
    });
  }

  /** Writes to the journal that a server may have a prompt of the job. Resolves when that is written. */
  readonly noteSent = async (prompt: SentPrompt): Promise<void> => {
    const record = withSent(this.#record, prompt);
    if (record === this.#record) return;
    this.#record = record;
    await this.write({ isSynced: prompt.isSent });
  };

  /** Runs the parts one after the other while each finishes, and resolves when the result is written. */
  async follow(parts: readonly JobPart[]): Promise<void> {
    this.#isFollowed = true;
    for (const [at, part] of parts.entries()) {
      const later = parts.slice(at + 1);
      if (await this.#followPart(part, later.length === 0)) continue;
      // As at the end of any job, the prompts of its other batches end with it.
      if (!this.#isLeft)
        for (const { start, isSent } of later)
          if (isSent === true) void (await start(continued(this.job))).cancel();
      break;
    }
    this.#generation = undefined;
    this.#isFollowed = false;
    await this.write();
  }

  /** Ends the job, which no backend has accepted. */
  endUnsubmitted(): void {
    const problem = problemFor(fault("API_JOB_NOT_SUBMITTED", { times: this.#record.starts ?? 1 }));
    const ending = { status: "interrupted", by: "server", endedAtMs: this.#options.clock.now() } as const;
    const problems = [...this.job.problems, problem];
    this.#change(this.#publisher.end(this.job, { ...ending, problems }));
    void this.write();
  }

  cancel(): void {
    this.#isCancelled = true;
    void this.#generation?.cancel();
  }

  /** As `JobRegistry.whenEnded`. */
  whenEnded(limitMs: number, signal: AbortSignal): Promise<Job> {
    return new Promise((resolve) => {
      const finish = (): void => {
        stopTimer();
        this.#waiting.delete(finish);
        signal.removeEventListener("abort", finish);
        resolve(this.job);
      };
      const stopTimer = this.#options.clock.after(limitMs, finish);
      this.#waiting.add(finish);
      signal.addEventListener("abort", finish);
      if (isEnded(this.job) || signal.aborted) finish();
    });
  }

  /** The source of an output's bytes. Throws `API_THING_UNKNOWN`. */
  outputOf(index: number): OutputSource {
    const { id, outputs } = this.job;
    const output = this.#outputs.get(index);
    const path = this.#record.paths[String(index)];
    const shown = outputs.find((one) => one.index === index);
    if (path !== undefined && shown !== undefined)
      return { kind: "file", path, mime: shown.mime, filename: shown.filename };
    if (output !== undefined) return { kind: "stream", output };
    throw thingUnknown("output", String(index), `/v1/jobs/${id}`);
  }

  /** Starts to end the job if it runs, as `JobRegistry.end` describes. */
  async end(how: JobShutdown): Promise<void> {
    if (!this.#isEndedBy(how)) return;
    // No backend knows of a job that waits for its time: the next server starts it.
    if (this.job.wait?.why === "time") {
      this.#leave();
      return;
    }
    const backend =
      how === "leave" ? await keepBackendRunning(this.#options.pictor, this.job.backend) : undefined;
    if (backend === undefined) {
      this.cancel();
      return;
    }
    // The job may have ended in the meantime.
    if (!this.#isFollowed) return;
    this.#change({ ...this.job, backend });
    this.#leave();
  }

  #leave(): void {
    this.#isLeft = true;
    void this.#generation?.leave();
  }

  /** Tells a generation what was requested for the job while the generation started. */
  #noteStarted(generation: Generation): void {
    this.#generation = generation;
    if (this.#isCancelled) void generation.cancel();
    if (this.#isLeft) void generation.leave();
  }

  /**
   * Publishes the events of a part, and its result if it ends the job. Returns whether the job continues with the next
   * part.
   */
  async #followPart({ start }: JobPart, isLast: boolean): Promise<boolean> {
    if (this.#isLeft) return false;
    let generation: Generation;
    try {
      generation = await start(continued(this.job));
    } catch (error) {
      this.#change(this.#publisher.failure(this.job, error, this.#options.clock.now()));
      return false;
    }
    this.#noteStarted(generation);
    for await (const event of generation.events) {
      const size = event.type === "output" ? await sizeOfFile(event.output.path) : {};
      const before = this.job;
      if (event.type === "job" && this.#goesOnAfter(event.state, isLast)) continue;
      if (event.type === "output") this.#keep(event.output);
      this.#change(this.#publisher.event(before, event, size));
      if (this.job.promptIds.length > before.promptIds.length) void this.write();
    }
    const result = await generation.result;
    if (this.#isGoingOn(result)) return false;
    if (result.status === "finished" && !isLast) {
      const { problems } = resultToJson(result, this.#options.pictor.redact);
      this.#change({ ...this.job, problems: withProblems(this.job.problems, problems) });
      return true;
    }
    this.#change(this.#publisher.result(this.job, result, this.#options.clock.now()));
    return false;
  }

  /** Keeps an output, whose bytes are read from it until it is saved. */
  #keep(output: Output): void {
    const { index, path } = output;
    this.#outputs.set(index, output);
    if (path !== undefined) {
      const { paths } = this.#record;
      this.#record = { ...this.#record, paths: { ...paths, [index]: path } };
    }
  }

  #isEndedBy(how: JobShutdown): boolean {
    return this.#isFollowed && (how === "leave" || this.job.request !== undefined);
  }

  /** Whether the end of a generation is not the end of the job. */
  #goesOnAfter(state: string, isLast: boolean): boolean {
    return (this.#isLeft && state === "interrupted") || (!isLast && state === "finished");
  }

  /** Whether the next server continues the job, because it was left to its backend or before any backend had it. */
  #isGoingOn(result: GenerationResult): boolean {
    const isByCaller = result.status === "interrupted" && result.by === "caller";
    const { promptIds, request } = this.job;
    return this.#isLeft && (promptIds.length > 0 || request !== undefined) && isByCaller;
  }

  #change(job: Job): void {
    const isOver = isEnded(job) && !isEnded(this.job);
    this.#record = { ...this.#record, job };
    if (isOver) this.#options.onEnd?.(job);
    if (isEnded(job)) for (const wake of this.#waiting) wake();
  }
}
