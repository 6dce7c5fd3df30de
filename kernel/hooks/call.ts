// One call of a hook: what its handlers share.

import { PictorError } from "../errors/define.js";
import type { Clock } from "./clock.js";
import type { CallSignal, Deadline } from "./deadline.js";
import type { Subject } from "./filter.js";
import type { Tap } from "./tap.js";
import type { Logger, Problem } from "./types.js";

/** What the kernel lends to every hook. */
export interface HookHost {
  readonly clock: Clock;
  loggerFor(owner: string): Logger;
  /** Run handlers inside an AsyncLocalStorage, so that stray errors can be attributed. */
  readonly attributeStrays: boolean;
}

export interface HookCall<Context extends object> {
  readonly host: HookHost;
  readonly subject: Subject;
  readonly signal: CallSignal;
  /** What handlers receive beside `signal`, `logger` and `report`. The deadline lets a gate's interaction hold it. */
  readonly context: (tap: Tap, deadline: Deadline) => Context;
  readonly report: (problem: Problem) => void;
  /** For isolating hooks: a handler failed, and the call goes on without it. Default: it is reported. */
  readonly failed?: (error: PictorError) => void;
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
  new PictorError(
    error.code,
    error.what,
    error.hint,
    { ...error.details, plugin: tap.owner, hook: tap.hook, handler: tap.handler },
    error.cause,
  );
