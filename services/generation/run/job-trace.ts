// The trace of one job: a span for the job, with one for each of its phases and one for each prompt. No span names an
// owner or has a text of a prompt.

import type { JobEvent } from "@pictor/kernel";
import type { TraceSpan, Tracing } from "../../tracing/tracing.js";

type StateEvent = Extract<JobEvent, { readonly type: "job" }>;

export class JobTrace {
  readonly #job: TraceSpan;
  /** The phase that is no prompt's, such as the upload of inputs. */
  #phase: TraceSpan | undefined;
  /** The prompts that have not ended, by batch. */
  readonly #prompts = new Map<number, TraceSpan>();
  #failure: string | undefined;

  constructor(tracing: Tracing, jobId: string) {
    this.#job = tracing.begin("pictor.job", { "pictor.job.id": jobId });
  }

  /** Begins the prompt of a batch. Returns the context of its span, for the backend that runs it. */
  submit(batch: number): string | undefined {
    this.#prompts.get(batch)?.end(this.#failure);
    const prompt = this.#job.begin("pictor.prompt", { "pictor.batch": batch });
    this.#prompts.set(batch, prompt);
    return prompt.traceparent;
  }

  /** Runs the work of the job as a part of its span. */
  within<Result>(work: () => Result): Result {
    return this.#job.within(work);
  }

  observe(event: JobEvent): void {
    if (event.type === "error") this.#failure = event.error.code;
    if (event.type === "job") this.#enter(event);
  }

  #enter({ state, batch, promptId }: StateEvent): void {
    switch (state) {
      case "queued":
      case "running":
        this.#endPhase();
        this.#prompts.get(batch)?.note(state, promptId === undefined ? {} : { "pictor.prompt.id": promptId });
        return;
      case "waiting":
        this.#endPhase();
        // The prompts of later batches may run meanwhile. The event does not say how this one has failed: `_OTHER` is
        // OpenTelemetry's word for that.
        this.#prompts.get(batch)?.end("_OTHER");
        this.#phase = this.#job.begin("pictor.waiting");
        return;
      case "building":
      case "gating":
      case "validating":
      case "uploading":
      case "fetching":
        this.#endPhase();
        this.#phase = this.#job.begin(`pictor.${state}`);
        if (state === "fetching") this.#endPrompts(batch);
        return;
      case "finished":
      case "vetoed":
      case "interrupted":
      case "failed":
      case "lost":
        this.#endPhase();
        this.#endPrompts(Infinity, this.#failure);
        this.#job.note(state);
        this.#job.end(state === "failed" || state === "lost" ? (this.#failure ?? state) : undefined);
    }
  }

  #endPhase(): void {
    this.#phase?.end();
    this.#phase = undefined;
  }

  /** Ends the prompts of the batches up to this one. */
  #endPrompts(last: number, failure?: string): void {
    for (const [batch, prompt] of this.#prompts) {
      if (batch > last) continue;
      prompt.end(failure);
      this.#prompts.delete(batch);
    }
  }
}
