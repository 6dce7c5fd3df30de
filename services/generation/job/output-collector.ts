// Outputs of a job: each file once, one after the other, through `afterOutput`, as soon as it can be read.

import {
  type Backend,
  type OutputFile,
  fault,
  reasonOf,
  type PictorError,
  problemOf,
  type HookCall,
  type HookHost,
  type Clock,
  CallSignal,
  type Hooks,
  type OutputContext,
  type Problem,
  type NodeId,
  type Output,
  type Prompts,
} from "@pictor/kernel";
import { isGone } from "../run/cached-files.js";

/** Milliseconds for a handler to end when the job is stopped: what it has whole it saves, and what it saved is told. */
const savingMs = 2_000;

/** A signal that is aborted some time after the job's own. `end` frees what still waits. */
function delayed(signal: AbortSignal, clock: Clock) {
  const ending = new AbortController();
  let cancel = (): void => undefined;
  const onAbort = (): void => {
    cancel = clock.after(savingMs, () => {
      ending.abort(signal.reason);
    });
  };
  if (signal.aborted) ending.abort(signal.reason);
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: ending.signal,
    end: (): void => {
      signal.removeEventListener("abort", onAbort);
      cancel();
    },
  };
}

export type JobOutputContext = Omit<OutputContext, "signal" | "logger" | "report">;

export interface OutputDependencies {
  readonly hooks: Hooks;
  readonly host: HookHost;
  readonly backend: Backend;
  readonly context: JobOutputContext;
  readonly signal: AbortSignal;
  /** For handlers that still end when nobody waits for them any more. */
  background(work: Promise<unknown>): void;
  publish(output: Output): void;
  report(problem: Problem): void;
}

/** Where a file comes from. */
export interface OutputSource {
  readonly batch: number;
  readonly seed: bigint;
  readonly prompts: Prompts;
  /** Whether the node's result can be that of an earlier run, whose file may have been deleted since. */
  mayBeCached(node: NodeId): boolean;
}

export interface OutputCollector {
  /** Takes a file once; later mentions of the same one change nothing. */
  add(file: OutputFile, place: number, source: OutputSource): void;
  /** Settles when all that was added is through. */
  drain(): Promise<readonly Output[]>;
  /** Cached files that the backend no longer has, since this was last asked. */
  takeGone(): readonly OutputFile[];
  /** False when the job was stopped before a file was through. */
  isWhole(): boolean;
}

/** A server may use a name again for another batch. */
const keyOf = (file: OutputFile, batch: number): string =>
  JSON.stringify([batch, file.area, file.subfolder, file.filename]);

/** What it means for the person that a handler failed before the output had a path. */
function explain({ filename, address }: OutputFile, error: PictorError): PictorError {
  const reason = error.what;
  const isFetch = /^(BACKEND|REQUEST|AUTH)_/.test(error.base);
  const code = isFetch ? "OUTPUT_NOT_FETCHED" : "OUTPUT_NOT_SAVED";
  const { plugin, hook } = error.details;
  return fault(
    code,
    { filename, reason, address },
    { cause: error, more: { plugin, hook, reasonCode: error.code } },
  );
}

async function finish(
  output: Output,
  deps: OutputDependencies,
): Promise<{ readonly done: Output; readonly isWhole: boolean }> {
  const failures: PictorError[] = [];
  const works: PromiseLike<unknown>[] = [];
  const saving = delayed(deps.signal, deps.host.clock);
  const call: HookCall<JobOutputContext> = {
    host: deps.host,
    subject: { workflow: deps.context.workflow, mime: output.mime },
    signal: new CallSignal(saving.signal),
    context: () => deps.context,
    report: deps.report,
    failed: (error) => failures.push(error),
    entered: (work) => works.push(work),
  };
  const done = await deps.hooks.afterOutput(output, call).finally(() => {
    saving.end();
    deps.background(Promise.allSettled(works));
  });
  const [first, ...rest] = failures;
  // Nothing is wrong with a handler whose bytes ended with the job.
  if (first !== undefined && done.path === undefined) deps.signal.throwIfAborted();
  // Without a path the person needs to know where the image is; with one, only that a step is missing.
  if (first !== undefined)
    deps.report(problemOf(done.path === undefined ? explain(output.file, first) : first));
  for (const error of rest) deps.report(problemOf(error));
  return { done, isWhole: first === undefined };
}

/** Cached files that are gone for good. */
export function tellGone(gone: readonly OutputFile[], report: (problem: Problem) => void): void {
  for (const { filename, address } of gone) {
    const reason = "the backend took it from its cache and no longer has the file";
    report(problemOf(fault("OUTPUT_NOT_FETCHED", { filename, reason, address })));
  }
}

export function createOutputCollector(deps: OutputDependencies): OutputCollector {
  const seen = new Set<string>();
  const outputs: Output[] = [];
  const gone = new Map<string, OutputFile>();
  /** The index of the next output. */
  let next = 0;
  let isWhole = true;
  let tail: Promise<void> = Promise.resolve();
  const { backend, signal } = deps;
  const { jobId } = deps.context;

  const read = (file: OutputFile, ended: AbortSignal): AsyncIterable<Uint8Array> =>
    backend.facets.localOutput?.open(file, { signal: ended }) ?? backend.fetchOutput(file, { signal: ended });

  const process = async (file: OutputFile, place: number, source: OutputSource): Promise<void> => {
    try {
      const { batch, seed, prompts: prompt } = source;
      const isLookedAt = source.mayBeCached(file.node);
      if (isLookedAt && (await isGone((ended) => read(file, ended), deps.host.clock, signal))) {
        gone.set(keyOf(file, batch), file);
        return;
      }
      const index = next++;
      const { mime } = file;
      const open = () => read(file, signal);
      const made: Output = { jobId, batch, index, place, seed, prompt, file, mime, open, metadata: {} };
      const { done, isWhole: isThrough } = await finish(made, deps);
      if (signal.aborted && !isThrough) isWhole = false;
      if (done.path !== undefined) backend.facets.retention?.release(done.file);
      outputs.push(done);
      deps.publish(done);
    } catch (error) {
      if (signal.aborted) isWhole = false;
      const { filename, address } = file;
      const reason = signal.aborted ? "the job was stopped" : reasonOf(error);
      deps.report(problemOf(fault("OUTPUT_NOT_FETCHED", { filename, reason, address })));
    }
  };

  return {
    add(file, place, source) {
      const key = keyOf(file, source.batch);
      if (seen.has(key)) return;
      seen.add(key);
      tail = tail.then(() => process(file, place, source));
    },
    async drain() {
      await tail;
      return outputs;
    },
    takeGone() {
      const taken = [...gone];
      gone.clear();
      // The next run may use the name again.
      for (const [key] of taken) seen.delete(key);
      return taken.map(([, file]) => file);
    },
    isWhole: () => isWhole,
  };
}
