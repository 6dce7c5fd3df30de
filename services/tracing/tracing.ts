// Traces by the API of OpenTelemetry, for a process that has loaded an SDK of it. Without one, nothing of it is imported.

import { recordOrEmpty } from "@pictor/kernel";
import type { Attributes, Context, Span, Tracer } from "@opentelemetry/api";

type Api = typeof import("@opentelemetry/api");

/** Something that takes time. */
export interface TraceSpan {
  /** How others continue it (W3C Trace Context, `traceparent`); undefined if nobody records it. */
  readonly traceparent: string | undefined;
  note(name: string, attributes?: Attributes): void;
  /** Begins a part of it. */
  begin(name: string, attributes?: Attributes): TraceSpan;
  /** Runs `work` as a part of it: what traces by itself, such as the requests that an SDK observes, is then one too. */
  within<Result>(work: () => Result): Result;
  /** `failure` is the code of the error with which it has ended. Further calls have no effect. */
  end(failure?: string): void;
}

export interface Tracing {
  /** Begins a span: as a part of the one with `traceparent`, else of the present one, else of none. */
  begin(name: string, attributes?: Attributes, traceparent?: string): TraceSpan;
}

/** Where each copy of the package, in any version 1, finds the SDK that was registered in the process. */
const registered = Symbol.for("opentelemetry.js.api.1");

const isRegistered = (): boolean => recordOrEmpty(Reflect.get(globalThis, registered))["trace"] !== undefined;

const format = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

class ApiSpan implements TraceSpan {
  readonly #api: Api;
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #context: Context;
  #hasEnded = false;

  constructor(api: Api, tracer: Tracer, span: Span, parent: Context) {
    this.#api = api;
    this.#tracer = tracer;
    this.#span = span;
    this.#context = api.trace.setSpan(parent, span);
  }

  get traceparent(): string | undefined {
    const context = this.#span.spanContext();
    if (!this.#api.isSpanContextValid(context)) return undefined;
    const flags = context.traceFlags.toString(16).padStart(2, "0");
    return `00-${context.traceId}-${context.spanId}-${flags}`;
  }

  note(name: string, attributes: Attributes = {}): void {
    this.#span.addEvent(name, attributes);
  }

  begin(name: string, attributes: Attributes = {}): TraceSpan {
    const span = this.#tracer.startSpan(name, { attributes }, this.#context);
    return new ApiSpan(this.#api, this.#tracer, span, this.#context);
  }

  within<Result>(work: () => Result): Result {
    return this.#api.context.with(this.#context, work);
  }

  end(failure?: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (failure !== undefined) {
      this.#span.setAttribute("error.type", failure);
      this.#span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

/** The tracing of this process; undefined if it has loaded no SDK. */
export async function loadTracing(): Promise<Tracing | undefined> {
  if (!isRegistered()) return undefined;
  const api = await import("@opentelemetry/api");
  const tracer = api.trace.getTracer("pictor");
  const contextOf = (traceparent = ""): Context => {
    const [, traceId, spanId, flags = ""] = format.exec(traceparent) ?? [];
    if (traceId === undefined || spanId === undefined) return api.context.active();
    const context = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
    return api.trace.setSpanContext(api.ROOT_CONTEXT, context);
  };
  return {
    begin(name, attributes = {}, traceparent) {
      const parent = contextOf(traceparent);
      return new ApiSpan(api, tracer, tracer.startSpan(name, { attributes }, parent), parent);
    },
  };
}
