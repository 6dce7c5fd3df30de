// One job of the server: its record, its generation while that runs, and whoever waits for its end.

import { isEnded, type Job } from "@pictor/client";
import { problemFor, type Clock, type Generation, type GenerationResult, type Output } from "@pictor/kernel";
import type { Pictor } from "@pictor/host";
import { thingUnknown } from "@pictor/features/base";
import { fault } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";
import type { JobJournal, JobRecord } from "./job-journal.js";
import { keepBackendRunning } from "./leave-jobs.js";
import { publishEnd, publishEvent, publishResult, type JobNumbering } from "./publish-events.js";
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

export class FollowedJob {
  readonly #options: FollowedJobOptions;
  #record: JobRecord;
  readonly #outputs = new Map<number, Output>();
  /** The functions to call when the job has ended. */
  readonly #waiting = new Set<() => void>();
  #generation: Generation | undefined;
  /** Whether the prompt of the job continues on its backend, so that the job has not ended when its generation ends. */
  #isLeft = false;

  constructor(record: JobRecord, options: FollowedJobOptions) {
    this.#record = record;
    this.#options = options;
  }

  get record(): JobRecord {
    return this.#record;
  }
  get job(): Job {
    return this.#record.job;
  }

  /** Writes the job to the journal. A failure must not end the job, so it is only published. */
  write(): void {
    const { journal, log } = this.#options;
    void journal.append(this.#record).catch(() => {
      log.publish({ type: "notice", text: "The journal of the jobs cannot be written." });
    });
  }

  /** Publishes the events of the generation, and resolves when its result is written. */
  async follow(generation: Generation, place: JobNumbering): Promise<void> {
    this.#generation = generation;
    for await (const event of generation.events) {
      const size = event.type === "output" ? await sizeOfFile(event.output.path) : {};
      const before = this.job;
      if (this.#isLeft && event.type === "job" && event.state === "interrupted") continue;
      if (event.type === "output") this.#outputs.set(event.output.index + place.indexOffset, event.output);
      this.#change(publishEvent(before, event, place, this.#publishing, size));
      if (this.job.promptIds.length > before.promptIds.length) this.write();
    }
    const result = await generation.result;
    if (!this.#isGoingOn(result))
      this.#change(publishResult(this.job, result, place, this.#publishing, this.#options.clock.now()));
    const paths = result.outputs.flatMap(({ index, path }) =>
      path === undefined ? [] : [[String(index + place.indexOffset), path] as const],
    );
    this.#record = { ...this.#record, paths: { ...this.#record.paths, ...Object.fromEntries(paths) } };
    this.#generation = undefined;
    this.write();
  }

  /** Ends the job, of which no prompt is known. */
  endUnsubmitted(): void {
    const { outputs, problems } = this.job;
    const problem = problemFor(fault("API_JOB_NOT_SUBMITTED", {}));
    const ending = { status: "interrupted", by: "server", endedAtMs: this.#options.clock.now() } as const;
    const end = { ...ending, outputs, problems: [...problems, problem] };
    this.#change(publishEnd(this.job, end, this.#publishing));
    this.write();
  }

  cancel(): void {
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
    const path = this.#record.paths[String(index)] ?? output?.path;
    const shown = outputs.find((one) => one.index === index);
    if (path !== undefined && shown !== undefined)
      return { kind: "file", path, mime: shown.mime, filename: shown.filename };
    if (output !== undefined) return { kind: "stream", output };
    throw thingUnknown("output", String(index), `/v1/jobs/${id}`);
  }

  /** Starts to end the job if it runs, as `JobRegistry.end` describes. */
  async end(how: JobShutdown): Promise<void> {
    if (!this.#isEndedBy(how)) return;
    const backend =
      how === "leave" ? await keepBackendRunning(this.#options.pictor, this.job.backend) : undefined;
    if (backend === undefined) {
      this.cancel();
      return;
    }
    // The job may have ended meanwhile.
    if (this.#generation === undefined) return;
    this.#isLeft = true;
    this.#change({ ...this.job, backend });
    void this.#generation.leave();
  }

  get #publishing() {
    const { log, pictor } = this.#options;
    return { log, redact: pictor.redact };
  }

  #isEndedBy(how: JobShutdown): boolean {
    return this.#generation !== undefined && (how === "leave" || this.job.request !== undefined);
  }

  /** Whether the job continues after its generation has ended, because its prompt was left on the backend. */
  #isGoingOn(result: GenerationResult): boolean {
    const isByCaller = result.status === "interrupted" && result.by === "caller";
    return this.#isLeft && this.job.promptIds.length > 0 && isByCaller;
  }

  #change(job: Job): void {
    const isOver = isEnded(job) && !isEnded(this.job);
    this.#record = { ...this.#record, job };
    if (isOver) this.#options.onEnd?.(job);
    if (isEnded(job)) for (const wake of this.#waiting) wake();
  }
}
