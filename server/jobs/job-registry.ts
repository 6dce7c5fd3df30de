// The jobs of the server: submits and follows them, and remembers them across restarts.
//
//   submitted ─► (phases of the generation) ─► ended, with a result
//       │                                        ▲
//       └─ the server restarts ─► attached ──────┘   if the backend had accepted a prompt; else ended at once

import { isEnded, type Job } from "@pictor/client";
import { problemFor } from "@pictor/host";
import type { Clock, Generation, GenerationResult, Output, Pictor } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { EventLog } from "../events/event-log.js";
import type { JobJournal, JobRecord } from "./job-journal.js";
import { keepBackendRunning } from "./leave-jobs.js";
import { newJob } from "./new-job.js";
import type { JobRegistry } from "./registry-types.js";
import { sizeOfFile } from "./size-of-file.js";
import { publishEnd, publishEvent, publishResult, type JobNumbering } from "./publish-events.js";

export interface RegistryOptions {
  readonly pictor: Pictor;
  readonly generate: Pictor["generate"];
  readonly log: EventLog;
  readonly journal: JobJournal;
  readonly clock: Clock;
  /** Number of ended jobs that are kept. Default 2,000. */
  readonly jobsKept?: number;
  /** Called when a job of this run has ended. */
  readonly onEnd?: (job: Job) => void;
}

interface Entry {
  record: JobRecord;
  readonly outputs: Map<number, Output>;
  /** The functions to call when the job has ended. */
  readonly waiting: Set<() => void>;
  generation?: Generation;
  /** Whether the prompt of the job continues on its backend, so that the job has not ended when its generation ends. */
  isLeft?: true;
}

/** Whether the job continues after its generation has ended, because its prompt was left on the backend. */
const isGoingOn = ({ isLeft, record }: Entry, result: GenerationResult): boolean =>
  isLeft === true &&
  record.job.promptIds.length > 0 &&
  result.status === "interrupted" &&
  result.by === "caller";

export function createJobRegistry({
  pictor,
  generate,
  log,
  journal,
  clock,
  jobsKept = 2_000,
  onEnd = () => undefined,
}: RegistryOptions): JobRegistry {
  const entries = new Map<string, Entry>();
  const deps = { log, redact: pictor.redact };
  const following = new Set<Promise<void>>();

  const entryOf = (id: string): Entry => {
    const found = entries.get(id);
    if (found === undefined) throw fault("API_THING_UNKNOWN", { kind: "job", id, list: "/v1/jobs" });
    return found;
  };
  /** Writes a job to the journal. A failure must not end the job, so it is only published. */
  const write = (entry: Entry): void => {
    void journal.append(entry.record).catch(() => {
      log.publish({ type: "notice", text: "The journal of the jobs cannot be written." });
    });
  };
  const forgetOldest = (): void => {
    if (entries.size <= jobsKept) return;
    const ended = [...entries.values()].filter(({ record }) => isEnded(record.job));
    for (const { record } of ended.slice(0, Math.max(0, ended.length - jobsKept)))
      entries.delete(record.job.id);
  };
  const change = (entry: Entry, job: Job): void => {
    const isOver = isEnded(job) && !isEnded(entry.record.job);
    entry.record = { ...entry.record, job };
    if (isOver) onEnd(job);
    if (isEnded(job)) for (const wake of entry.waiting) wake();
  };

  const follow = async (entry: Entry, generation: Generation, place: JobNumbering): Promise<void> => {
    entry.generation = generation;
    for await (const event of generation.events) {
      const size = event.type === "output" ? await sizeOfFile(event.output.path) : {};
      const before = entry.record.job;
      if (entry.isLeft && event.type === "job" && event.state === "interrupted") continue;
      if (event.type === "output") entry.outputs.set(event.output.index + place.indexOffset, event.output);
      change(entry, publishEvent(before, event, place, deps, size));
      if (entry.record.job.promptIds.length > before.promptIds.length) write(entry);
    }
    const result = await generation.result;
    if (!isGoingOn(entry, result))
      change(entry, publishResult(entry.record.job, result, place, deps, clock.now()));
    const paths = result.outputs.flatMap(({ index, path }) =>
      path === undefined ? [] : [[String(index + place.indexOffset), path] as const],
    );
    entry.record = { ...entry.record, paths: { ...entry.record.paths, ...Object.fromEntries(paths) } };
    delete entry.generation;
    write(entry);
    forgetOldest();
  };
  const startFollowing = (...given: Parameters<typeof follow>): void => {
    const followed = follow(...given);
    following.add(followed);
    void followed.finally(() => following.delete(followed));
  };

  const start = (generation: Generation, job: Job, key?: JobRecord["key"]): Entry => {
    const { seq } = log.publish({ type: "submitted", jobId: job.id, job });
    const record = { job: { ...job, seq }, paths: {}, ...(key !== undefined && { key }) };
    const entry: Entry = { record, outputs: new Map(), waiting: new Set() };
    entries.set(job.id, entry);
    write(entry);
    startFollowing(entry, generation, { jobId: job.id, batchOffset: 0, indexOffset: 0 });
    return entry;
  };

  /** Ends a job of which no prompt is known. */
  const endUnsubmitted = (entry: Entry): void => {
    const { outputs, problems } = entry.record.job;
    const problem = problemFor(fault("API_JOB_NOT_SUBMITTED", {}));
    const ending = { status: "interrupted", by: "server", endedAtMs: clock.now() } as const;
    change(
      entry,
      publishEnd(entry.record.job, { ...ending, outputs, problems: [...problems, problem] }, deps),
    );
    write(entry);
  };

  const restoreEntry = (record: JobRecord): void => {
    const entry: Entry = {
      record: { ...record, job: { ...record.job, seq: log.newest } },
      outputs: new Map(),
      waiting: new Set(),
    };
    const { job } = entry.record;
    entries.set(job.id, entry);
    if (isEnded(job)) return;
    const promptId = job.promptIds.at(-1);
    if (promptId === undefined) {
      endUnsubmitted(entry);
      return;
    }
    const batchOffset = job.promptIds.length - 1;
    const indexOffset = job.outputs.filter(({ batch }) => batch < batchOffset).length;
    const { backend, owner } = job;
    const generation = pictor.attach({ promptId, owner, ...(backend !== undefined && { backend }) });
    startFollowing(entry, generation, { jobId: job.id, batchOffset, indexOffset });
  };

  return {
    list: () => [...entries.values()].map(({ record }) => record.job).reverse(),
    get: (id) => entryOf(id).record.job,
    submit(request, shown, owner, key) {
      const known = [...entries.values()].find(
        ({ record }) => key !== undefined && record.key?.text === key.text && record.job.owner === owner,
      );
      if (known !== undefined) {
        if (known.record.key?.digest !== key?.digest) throw fault("API_KEY_REUSED", {});
        return { job: known.record.job, isNew: false };
      }
      const generation = generate({ ...request, owner });
      const { workflow, count = 1 } = shown;
      const job = newJob(generation.jobId, log.newest, clock.now(), { workflow, owner, count });
      const { backend } = shown;
      const whole = { ...job, ...(backend !== undefined && { backend }), request: shown };
      return { job: start(generation, whole, key).record.job, isNew: true };
    },
    attach(request, owner) {
      const generation = pictor.attach({ ...request, owner });
      const job = newJob(generation.jobId, log.newest, clock.now(), { workflow: "", owner, count: 1 });
      const { backend } = request;
      return start(generation, { ...job, ...(backend !== undefined && { backend }) }).record.job;
    },
    cancel(id) {
      void entryOf(id).generation?.cancel();
    },
    whenEnded(id, limitMs, signal) {
      const entry = entryOf(id);
      return new Promise((resolve) => {
        const finish = (): void => {
          cancel();
          entry.waiting.delete(finish);
          signal.removeEventListener("abort", finish);
          resolve(entry.record.job);
        };
        const cancel = clock.after(limitMs, finish);
        entry.waiting.add(finish);
        signal.addEventListener("abort", finish);
        if (isEnded(entry.record.job) || signal.aborted) finish();
      });
    },
    outputOf(id, index) {
      const { record, outputs } = entryOf(id);
      const path = record.paths[String(index)] ?? outputs.get(index)?.path;
      const shown = record.job.outputs.find((output) => output.index === index);
      if (path !== undefined && shown !== undefined)
        return { kind: "file", path, mime: shown.mime, filename: shown.filename };
      const output = outputs.get(index);
      if (output !== undefined) return { kind: "stream", output };
      throw fault("API_THING_UNKNOWN", { kind: "output", id: String(index), list: `/v1/jobs/${id}` });
    },
    async restore() {
      const records = await journal.read();
      for (const record of records.slice(-jobsKept)) restoreEntry(record);
      await journal.compact([...entries.values()].map(({ record }) => record));
    },
    async end(how) {
      const running = [...entries.values()].filter(
        ({ generation, record: { job } }) =>
          generation !== undefined && (how === "leave" || job.request !== undefined),
      );
      const endOne = async (entry: Entry): Promise<void> => {
        const backend =
          how === "leave" ? await keepBackendRunning(pictor, entry.record.job.backend) : undefined;
        const { generation } = entry;
        if (generation === undefined) return;
        if (backend === undefined) {
          void generation.cancel();
          return;
        }
        entry.isLeft = true;
        change(entry, { ...entry.record.job, backend });
        void generation.leave();
      };
      await Promise.all(running.map(endOne));
    },
    async close() {
      await Promise.all(following);
      await journal.close();
    },
  };
}
