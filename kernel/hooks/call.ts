// One call of a hook: what its handlers share.

import { fault } from "../base/errors/error-catalog.js";
import { PictorError, reasonOf, withDetails } from "../base/errors/pictor-error.js";
import { sourceLocation } from "../base/errors/source-location.js";
import type { Clock } from "../base/clock.js";
import type { CallSignal, Deadline } from "./deadline.js";
import type { Subject } from "./filter.js";
import type { Tap } from "./tap.js";
import type { Logger, Problem } from "../contract/values.js";

/** What the kernel lends to every hook. */
export interface HookHost {
  readonly clock: Clock;
  /** The logger of one plugin; without an owner, the kernel's own. */
  loggerFor(owner?: string): Logger;
  /** Removes every known secret from a text. */
  redact(text: string): string;
  /** Run handlers inside an AsyncLocalStorage, so that stray errors can be attributed. */
  readonly attributeRejections: boolean;
}

export interface HookCall<Context extends object> {
  readonly host: HookHost;
  readonly subject: Subject;
  readonly signal: CallSignal;
  /** What handlers receive beside `signal`, `logger` and `report`. The deadline lets a gate's interaction hold it. */
  readonly context: (tap: Tap, deadline: () => Deadline) => Context;
  readonly report: (problem: Problem) => void;
  /** For isolating hooks: a handler failed, and the call goes on without it. Default: it is reported. */
  readonly failed?: (error: PictorError) => void;
  /** Told of a handler's own work, which can go on after the call has ended: a stopped handler is not waited for. */
  readonly entered?: (work: PromiseLike<unknown>) => void;
}

/** Problems as records of errors: what a result lists and a log shows. */
export const problemOf = (error: PictorError): Problem => {
  const { plugin, hook } = error.details as Partial<Pick<Problem, "plugin" | "hook">>;
  return {
    code: error.code,
    message: error.what,
    ...(error.hint === "" ? {} : { hint: error.hint }),
    ...(plugin === undefined ? {} : { plugin }),
    ...(hook === undefined ? {} : { hook }),
  };
};

/** The same error with the names of those who caused it. */
export const attribute = (error: PictorError, tap: Tap): PictorError =>
  withDetails(error, { details: { plugin: tap.owner, hook: tap.hook, handler: tap.handler } });

/** The words of whatever was thrown, without secrets; even of something that cannot be read. */
function reasonFrom(thrown: unknown, redact: (text: string) => string): string {
  try {
    return redact(reasonOf(thrown));
  } catch {
    return "something that cannot be described was thrown";
  }
}

/** Whatever a handler threw, or its plugin while it was loaded, as an error that names plugin and hook. */
export function explainFailure(thrown: unknown, tap: Tap, { redact }: Pick<HookHost, "redact">): PictorError {
  if (thrown instanceof PictorError && typeof thrown.details === "object") {
    return thrown.details["plugin"] === undefined ? attribute(thrown, tap) : thrown;
  }
  const { owner, hook, handler } = tap;
  const reason = reasonFrom(thrown, redact) + sourceLocation(tap.folder, thrown);
  const details = { owner, hook, handler, reason };
  return fault("TAP_THREW", details, { cause: thrown, more: { plugin: owner } });
}
