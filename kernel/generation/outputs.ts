// Outputs of a job: each file once, one after the other, through `afterOutput`, as soon as it can be read.

import type { Backend, OutputFile } from "../backend/types.js";
import { fault } from "../errors/catalogue.js";
import { reasonOf, type PictorError } from "../errors/define.js";
import { problemOf, type HookCall, type HookHost } from "../hooks/call.js";
import { CallSignal } from "../hooks/deadline.js";
import type { Hooks } from "../hooks/hooks.js";
import type { OutputContext, Problem } from "../hooks/types.js";
import type { Output, WorkflowDraft } from "./types.js";

export type JobOutputContext = Omit<OutputContext, "signal" | "logger" | "report">;

export interface OutputDependencies {
  readonly hooks: Hooks;
  readonly host: HookHost;
  readonly backend: Backend;
  readonly context: JobOutputContext;
  readonly signal: AbortSignal;
  publish(output: Output): void;
  report(problem: Problem): void;
}

export interface OutputCollector {
  /** Takes a file once; later mentions of the same one change nothing. */
  add(file: OutputFile, batch: number, seed: bigint, draft: WorkflowDraft): void;
  /** Settles when all that was added is through. */
  drain(): Promise<readonly Output[]>;
}

/** A server may use a name again for another batch. */
const keyOf = (file: OutputFile, batch: number): string =>
  JSON.stringify([batch, file.area, file.subfolder, file.filename]);

/** What it means for the person that a handler failed before the output had a path. */
function explain({ filename, address }: OutputFile, error: PictorError): PictorError {
  const reason = error.what;
  const isFetch = /^(BACKEND|REQUEST|AUTH)_/.test(error.code);
  const code = isFetch ? "OUTPUT_NOT_FETCHED" : "OUTPUT_NOT_SAVED";
  const { plugin, hook } = error.details;
  return fault(
    code,
    { filename, reason, address },
    { cause: error, more: { plugin, hook, reasonCode: error.code } },
  );
}

async function finish(output: Output, deps: OutputDependencies): Promise<Output> {
  const failures: PictorError[] = [];
  const call: HookCall<JobOutputContext> = {
    host: deps.host,
    subject: { workflow: deps.context.workflow, mime: output.mime },
    signal: new CallSignal(deps.signal),
    context: () => deps.context,
    report: deps.report,
    failed: (error) => failures.push(error),
  };
  const done = await deps.hooks.afterOutput(output, call);
  const [first, ...rest] = failures;
  // Without a path the person needs to know where the picture is; with one, only that a step is missing.
  if (first !== undefined)
    deps.report(problemOf(done.path === undefined ? explain(output.file, first) : first));
  for (const error of rest) deps.report(problemOf(error));
  return done;
}

export function createOutputCollector(deps: OutputDependencies): OutputCollector {
  const seen = new Set<string>();
  const outputs: Output[] = [];
  let tail: Promise<void> = Promise.resolve();
  const { backend } = deps;

  const process = async (output: Output): Promise<void> => {
    try {
      const done = await finish(output, deps);
      if (done.path !== undefined) backend.facets.retention?.release(done.file);
      outputs.push(done);
      deps.publish(done);
    } catch (error) {
      const { filename, address } = output.file;
      const reason = deps.signal.aborted ? "the job was stopped" : reasonOf(error);
      deps.report(problemOf(fault("OUTPUT_NOT_FETCHED", { filename, reason, address })));
    }
  };

  return {
    add(file, batch, seed, draft) {
      if (seen.has(keyOf(file, batch))) return;
      const index = seen.size;
      seen.add(keyOf(file, batch));
      const open = () => {
        const options = { signal: deps.signal };
        return backend.facets.localOutput?.open(file, options) ?? backend.fetchOutput(file, options);
      };
      const { jobId } = deps.context;
      const { mime } = file;
      const output: Output = {
        jobId,
        batch,
        index,
        file,
        mime,
        open,
        seed,
        prompt: draft.prompts,
        metadata: {},
      };
      tail = tail.then(() => process(output));
    },
    async drain() {
      await tail;
      return outputs;
    },
  };
}
