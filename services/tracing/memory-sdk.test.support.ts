// A small SDK of OpenTelemetry for tests: it keeps the spans in memory.

import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import {
  context,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type ContextManager,
  type Span,
  type SpanContext,
  type Tracer,
} from "@opentelemetry/api";
import { onTestFinished } from "vitest";
import { loadTracing, type Tracing } from "./tracing.js";

export interface RecordedSpan {
  readonly name: string;
  readonly attributes: Attributes;
  readonly own: SpanContext;
  readonly parent: SpanContext | undefined;
  readonly events: string[];
  failure?: string;
  hasEnded: boolean;
}

/** What a span of the API is to its users; the rest of the interface is not used. */
const spanOf = (recorded: RecordedSpan): Span =>
  ({
    spanContext: () => recorded.own,
    addEvent: (name: string) => recorded.events.push(name),
    setAttribute: (name: string, value: string) => {
      if (name === "error.type") recorded.failure = value;
    },
    setStatus: () => undefined,
    end: () => {
      recorded.hasEnded = true;
    },
  }) as unknown as Span;

/** Keeps the present context across awaits. */
function localContexts(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.call(self, ...args)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

/** Registers the SDK in this process. */
export function registerMemorySdk(): { readonly spans: RecordedSpan[]; unregister(): void } {
  const spans: RecordedSpan[] = [];
  const tracer = {
    startSpan(
      name: string,
      { attributes = {} }: { attributes?: Attributes } = {},
      from: Context = context.active(),
    ) {
      const parent = trace.getSpanContext(from);
      const traceId = parent?.traceId ?? randomBytes(16).toString("hex");
      const own = { traceId, spanId: randomBytes(8).toString("hex"), traceFlags: 1 };
      const recorded = { name, attributes, own, parent, events: [], hasEnded: false };
      spans.push(recorded);
      return spanOf(recorded);
    },
  } as unknown as Tracer;
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  context.setGlobalContextManager(localContexts());
  return {
    spans,
    unregister() {
      trace.disable();
      context.disable();
    },
  };
}

/** Traces of this test alone, into memory. */
export async function traceIntoMemory(): Promise<{
  readonly spans: readonly RecordedSpan[];
  readonly tracing: Tracing;
}> {
  const { spans, unregister } = registerMemorySdk();
  onTestFinished(unregister);
  const tracing = await loadTracing();
  if (tracing === undefined) throw new Error("nothing traces");
  return { spans, tracing };
}
