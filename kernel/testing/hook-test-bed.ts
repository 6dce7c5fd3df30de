// Hooks, taps, calls and values for the tests of the hooks. Each hook is called as the services call it.

import { createFakeClock, imageOutput, outgoingRequest, silentLogger } from "@pictor/host/testing";
import { emptyDraft } from "../authoring/empty-draft.js";
import type { JobEvent } from "../contract/jobs.js";
import type { HookCall } from "../hooks/hook-call.js";
import { CallSignal } from "../hooks/deadline.js";
import { Hooks } from "../hooks/hooks.js";
import { fiveHooks } from "../hooks/five-hooks.js";
import type { Tap } from "../hooks/tap.js";
import type { Handler } from "../contract/hooks.js";
import type { HookName } from "../contract/hook-names.js";
import type { Problem } from "../contract/values.js";

export const aRequest = outgoingRequest({ url: "http://example.org/" });
export const anOutput = imageOutput();
export const anEvent: JobEvent = { type: "status", queueRemaining: 1 };
const aPlan = { jobId: "job", workflow: "w", drafts: [emptyDraft] };

/** The hooks whose handlers may be asynchronous. */
export const asyncHooks = ["beforeSend", "buildWorkflow", "beforeFirstBatch", "afterOutput"] as const;
export type AsyncHook = (typeof asyncHooks)[number];

/** A value that the hook accepts as a result, different from the one it was called with. */
export const changed: Readonly<Record<Exclude<AsyncHook, "beforeFirstBatch">, object>> = {
  beforeSend: { ...aRequest, headers: [["x-changed", "1"]] },
  buildWorkflow: { ...emptyDraft, outputs: ["changed"] },
  afterOutput: { ...anOutput, path: "/changed" },
};

/** Creates the five hooks with a fake clock, and records what they report. `SECRET` is a secret. */
export function createHookTestBed() {
  const clock = createFakeClock();
  const problems: Problem[] = [];
  const redact = (text: string): string => text.replaceAll("SECRET", "***");
  const host = { clock, loggerFor: () => silentLogger, redact, attributeRejections: false };
  const hooks = new Hooks(host);
  const report = (problem: Problem): void => {
    problems.push(problem);
  };
  const callWith = (signal?: AbortSignal, subject = {}): HookCall<object> => ({
    host,
    subject,
    signal: new CallSignal(signal),
    context: () => ({}),
    report,
  });

  const run: Readonly<Record<AsyncHook, (signal?: AbortSignal) => Promise<unknown>>> = {
    beforeSend: (signal) => hooks.beforeSend("shape", aRequest, callWith(signal)),
    buildWorkflow: (signal) => hooks.buildWorkflow(emptyDraft, [], () => callWith(signal)),
    beforeFirstBatch: (signal) => hooks.beforeFirstBatch(aPlan, callWith(signal)),
    afterOutput: (signal) => hooks.afterOutput(anOutput, callWith(signal)),
  };

  return {
    clock,
    problems,
    hooks,
    run,
    callWith,
    /** Adds a tap. `owner` is the id of its plugin. */
    tap: (hook: HookName, owner: string, handler: unknown, more: Partial<Tap> = {}): (() => void) =>
      hooks
        .slot(hook)
        .add({
          hook,
          owner,
          handler: "handle",
          place: hook === "buildWorkflow" ? "prepare" : "default",
          after: [],
          when: {},
          timeoutMs: fiveHooks[hook].limitMs,
          resolve: () => handler as Handler,
          ...more,
        }),
    /** Imports the observers and publishes events, as a job does. Returns the reported problems. */
    async notify(...events: readonly JobEvent[]) {
      await hooks.prepareObservers(({ message }) => {
        throw new Error(message);
      });
      const problems: Problem[] = [];
      for (const event of events) hooks.notify(event, (problem) => problems.push(problem));
      return problems;
    },
  };
}

/** Resolves to the value of a call, or to the code of its error; to the message of an error without a code. */
export async function outcomeOf(call: Promise<unknown>): Promise<{ value: unknown } | { thrown: unknown }> {
  try {
    return { value: await call };
  } catch (error) {
    const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
    return { thrown: typeof code === "string" ? code : (message ?? error) };
  }
}
