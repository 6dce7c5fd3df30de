// The jobs of the server: submits and follows them, and remembers them across restarts.
//
//   submitted ─► (phases of the generation) ─────────────────────────────────► ended, with a result
//       │                                                                        ▲
//       └─ the server restarts ─► prompts that were sent are followed, and ──────┘
//                                 batches that were not are submitted

import { isEnded, type AttachRequest as AttachBody, type Job, type JobRequest } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { withoutUndefined, type GenerateRequest, type Generation } from "@pictor/kernel";
import { type Caller, thingUnknown } from "@pictor/features/base";
import { fault } from "../contract/faults.js";
import { FollowedJob, type FollowedJobOptions, type JobPart } from "./followed-job.js";
import { restoreRecords, serversOf, type Restored } from "./job-journal.js";
import type { JobRecord } from "./job-record.js";
import type { LivingServers } from "./living-servers.js";
import { mostStarts, stepsToResume, type JobStep } from "./resume-job.js";
import type { JobShutdown, OutputSource, SubmissionKey } from "./registry-types.js";
import { SeenJobs } from "./seen-jobs.js";

export interface RegistryOptions extends FollowedJobOptions {
  readonly generate: Pictor["generate"];
  readonly servers: Pick<LivingServers, "id" | "ended">;
  /**
   * Converts the request of a job for the kernel. Rejects as a submission does, such as for an upload that no longer
   * exists.
   */
  requestOf(shown: JobRequest): Promise<Omit<GenerateRequest, "directory">>;
  /** Number of ended jobs to keep. */
  readonly jobsKept: number;
}

export class JobRegistry {
  readonly #options: RegistryOptions;
  /** By id, oldest first. */
  readonly #jobs = new Map<string, FollowedJob>();
  readonly #following = new Set<Promise<void>>();
  #isRestored = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** All jobs, newest first. */
  list(): readonly Job[] {
    return [...this.#jobs.values()].map(({ job }) => job).reverse();
  }

  /** The jobs as a caller sees them. */
  seenBy(caller: Caller): SeenJobs {
    return new SeenJobs(this, caller);
  }

  /** Whether the jobs of earlier runs were read. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** The job with this id. Throws `API_THING_UNKNOWN`. */
  get(id: string): Job {
    return this.#find(id).job;
  }

  /**
   * The job that was created for a key; undefined if there is none. Throws `API_KEY_REUSED` if the key was given with another
   * digest.
   */
  submitted(owner: string, key: SubmissionKey | undefined): Job | undefined {
    if (key === undefined) return undefined;
    const known = [...this.#jobs.values()].find(
      ({ record, job }) => record.key?.text === key.text && job.owner === owner,
    );
    if (known !== undefined && known.record.key?.digest !== key.digest) throw fault("API_KEY_REUSED", {});
    return known?.job;
  }

  /**
   * Starts a job, unless there is one for the key. `request` is passed to the kernel, `shown` is the form that clients see.
   */
  submit(request: GenerateRequest, shown: JobRequest, owner: string, key?: SubmissionKey): Job {
    const known = this.submitted(owner, key);
    if (known !== undefined) return known;
    const generation = this.#options.generate({
      ...request,
      owner,
      noteSent: async (prompt) => this.#jobs.get(generation.jobId)?.noteSent(prompt),
    });
    const { workflow, count = 1, backend } = shown;
    const job = this.#newJob(generation, { workflow, owner, count }, backend);
    return this.#start(
      generation,
      { ...job, request: shown },
      withoutUndefined({ sent: [], key, runningLimit: request.runningLimit }),
    );
  }

  /** Follows a prompt that is already on a backend. */
  attach(request: AttachBody, owner: string): Job {
    const generation = this.#options.pictor.attach({ ...request, owner });
    return this.#start(
      generation,
      this.#newJob(generation, { workflow: "", owner, count: 1 }, request.backend),
      { sent: [{ promptId: request.promptId, batch: 0 }] },
    );
  }

  /** Requests the cancellation of a job; an ended job is not changed. */
  cancel(id: string): void {
    this.#find(id).cancel();
  }

  /**
   * Waits for the end of a job, for at most `limitMs` milliseconds or until the signal is aborted. Resolves to the job
   * in its state at that time.
   */
  whenEnded(id: string, limitMs: number, signal: AbortSignal): Promise<Job> {
    return this.#find(id).whenEnded(limitMs, signal);
  }

  /** The source of an output's bytes. Throws `API_THING_UNKNOWN`. */
  outputOf(id: string, index: number): OutputSource {
    return this.#find(id).outputOf(index);
  }

  /**
   * Reads the journal, and follows the jobs that had not ended, unless another server follows them. Rejects as
   * `RecordJournal.change`, and with errors of the system.
   */
  async restore(): Promise<void> {
    const { journal, servers } = this.#options;
    const ended = await servers.ended(serversOf(await journal.read()));
    let restored: Restored = { own: [], others: [] };
    await journal.change((records) => {
      const kept = { kept: this.#options.jobsKept, nowMs: this.#options.clock.now() };
      restored = restoreRecords(records, servers.id, ended, kept);
      return [...restored.own, ...restored.others];
    });
    // A client may have submitted jobs since the ports were opened.
    for (const record of restored.own) if (!this.#jobs.has(record.job.id)) this.#restoreJob(record);
    this.#isRestored = true;
  }

  /**
   * Starts to end all jobs of this server, before Pictor is disposed: `cancel` also cancels prompts that an earlier run
   * has submitted; `leave` keeps each prompt on its backend, for the next run to follow, unless the backend ends with
   * this process. Prompts of other programs continue in both cases.
   */
  async end(how: JobShutdown): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => job.end(how)));
  }

  /**
   * Resolves when the results of all jobs are written, and the journal is closed. Pictor must be disposed before this
   * call.
   */
  async close(): Promise<void> {
    await Promise.all(this.#following);
    await this.#options.journal.close();
  }

  #find(id: string): FollowedJob {
    const found = this.#jobs.get(id);
    if (found === undefined) throw thingUnknown("job", id, "/v1/jobs");
    return found;
  }

  /** The first state of a job, which has just been submitted or attached. */
  #newJob(
    { jobId }: Generation,
    about: Pick<Job, "workflow" | "owner" | "count">,
    backend: string | undefined,
  ): Job {
    return {
      id: jobId,
      seq: this.#options.log.newest,
      state: "building",
      ...about,
      batch: 0,
      createdAtMs: this.#options.clock.now(),
      promptIds: [],
      outputs: [],
      texts: [],
      problems: [],
      ...(backend !== undefined && { backend }),
    };
  }

  #start(generation: Generation, job: Job, more: Pick<JobRecord, "key" | "sent" | "runningLimit">): Job {
    const { owner } = job;
    const { seq } = this.#options.log.publish({ type: "submitted", jobId: job.id, job }, { owner });
    const { id: server } = this.#options.servers;
    const entry = this.#add({ job: { ...job, seq }, paths: {}, server, ...more });
    void entry.write();
    this.#follow(entry, [{ start: () => generation }]);
    return entry.job;
  }

  #restoreJob(record: JobRecord): void {
    const entry = this.#add({ ...record, job: { ...record.job, seq: this.#options.log.newest } });
    if (isEnded(entry.job)) return;
    const steps = stepsToResume(record);
    if (steps.length === 0 || (record.starts ?? 0) > mostStarts) entry.endUnsubmitted();
    else
      this.#follow(
        entry,
        steps.map((step) => this.#partOf(entry, step)),
      );
  }

  #partOf({ noteSent, record, job: { backend, count, owner } }: FollowedJob, step: JobStep): JobPart {
    const { generate, pictor, requestOf } = this.#options;
    switch (step.is) {
      case "attach": {
        const { is: _is, ...prompt } = step;
        const attached = withoutUndefined({ ...prompt, count, owner, backend });
        return { isSent: true, start: (continues) => pictor.attach({ ...attached, continues }) };
      }
      case "submit": {
        const { batches, request } = step;
        const more = withoutUndefined({ owner, noteSent, batches, runningLimit: record.runningLimit });
        return {
          start: async (continues) => generate({ ...(await requestOf(request)), ...more, continues }),
        };
      }
    }
  }

  #add(record: JobRecord): FollowedJob {
    const entry = new FollowedJob(record, this.#options);
    this.#jobs.set(record.job.id, entry);
    return entry;
  }

  #follow(entry: FollowedJob, parts: readonly JobPart[]): void {
    const followed = entry.follow(parts).then(() => this.#forgetOldest());
    this.#following.add(followed);
    void followed.finally(() => this.#following.delete(followed));
  }

  #forgetOldest(): void {
    const { jobsKept } = this.#options;
    if (this.#jobs.size <= jobsKept) return;
    const ended = [...this.#jobs.values()].filter(({ job }) => isEnded(job));
    for (const { job } of ended.slice(0, Math.max(0, ended.length - jobsKept))) this.#jobs.delete(job.id);
  }
}
