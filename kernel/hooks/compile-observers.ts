// Compiles observers with tapable: synchronous, filtered, and isolated from each other and from the job.

import { SyncHook } from "tapable";
import { fault } from "../base/errors/error-catalog.js";
import { problemFor } from "../authoring/problem-for.js";
import { explainFailure, ownProblem, type HookHost } from "./hook-call.js";
import { matches } from "./filter.js";
import { deepFreeze } from "../base/freeze.js";
import { runAttributed } from "./rejection-owner.js";
import type { Tap } from "./tap.js";
import type { JobEvent } from "../contract/jobs.js";
import type { Problem } from "../contract/values.js";
import type { EventContext, Handler } from "../contract/hooks.js";

type Report = (problem: Problem) => void;
export type Notify = (event: JobEvent, report: Report) => void;

/**
 * Returns a handler that is already loaded. Plugins with observers are imported before the job, because the hook is
 * synchronous.
 */
export type LoadedHandlers = (tap: Tap) => Handler | undefined;

function observe(tap: Tap, run: () => unknown, report: Report, host: HookHost): void {
  const { owner, hook, handler } = tap;
  const failed = (thrown: unknown): void => {
    report(problemFor(explainFailure(thrown, tap, host)));
  };
  try {
    const result = run();
    if (result !== null && typeof result === "object" && "then" in result) {
      report(
        problemFor(fault("TAP_RETURNED_PROMISE", { owner, hook, handler }, { more: { plugin: owner } })),
      );
      Promise.resolve(result).catch(failed);
    }
  } catch (thrown) {
    failed(thrown);
  }
}

export function compileObservers(taps: readonly Tap[], loaded: LoadedHandlers, host: HookHost): Notify {
  if (taps.length === 0) return () => undefined;
  const hook = new SyncHook<[JobEvent, Report]>(["event", "report"]);
  taps.forEach((tap, index) => {
    const logger = host.loggerFor(tap.owner);
    const owner = { plugin: tap.owner, hook: tap.hook };
    hook.tap(`${tap.owner} ${index}`, (event, report) => {
      if (!matches(tap.when, { type: event.type })) return;
      const handler = loaded(tap) as ((event: JobEvent, context: EventContext) => unknown) | undefined;
      if (handler === undefined) return;
      const context: EventContext = { logger, report: (problem) => report(ownProblem(tap, problem, host)) };
      const run = () => runAttributed(host.attributeRejections, owner, () => handler(event, context));
      observe(tap, run, report, host);
    });
  });
  return (event, report) => hook.call(deepFreeze(event), report);
}
