// The spans of the prompts that a worker runs: each continues the trace of the job that has submitted the prompt.

import type { WorkEvent } from "@pictor/kernel";
import type { TraceSpan, Tracing } from "@pictor/services";

export class WorkTraces {
  readonly #tracing: Tracing | undefined;
  readonly #worker: string;
  readonly #spans = new Map<string, TraceSpan>();

  /** Without `tracing`, nothing is done. */
  constructor(tracing: Tracing | undefined, worker: string) {
    this.#tracing = tracing;
    this.#worker = worker;
  }

  observe(event: WorkEvent): void {
    if (this.#tracing === undefined) return;
    if (event.type === "began") {
      const { promptId, traceparent } = event;
      const attributes = { "pictor.prompt.id": promptId, "pictor.worker": this.#worker };
      this.#spans.set(promptId, this.#tracing.begin("pictor.work", attributes, traceparent));
    }
    if (event.type !== "ended") return;
    const { promptId, as, error } = event;
    const span = this.#spans.get(promptId);
    this.#spans.delete(promptId);
    span?.note(as);
    span?.end(as === "failed" || as === "lost" ? (error?.code ?? as) : undefined);
  }
}
