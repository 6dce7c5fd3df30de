// A single call of a hook: the data that its handlers share.

import { fault } from "../base/errors/error-catalog.js";
import { PictorError, reasonOf, changedError } from "../base/errors/pictor-error.js";
import { sourceLocation } from "../base/files/source-location.js";
import { aName, aText, exactly, foundIn, optional, type Mismatch } from "../base/errors/shapes.js";
import type { Clock } from "../base/clock.js";
import type { CallSignal, Deadline } from "./deadline.js";
import type { FilterSubject } from "./filter.js";
import type { Tap } from "./tap.js";
import type { Logger, Problem } from "../contract/values.js";

/** The parts of the kernel that every hook call uses. */
export interface HookHost {
  readonly clock: Clock;
  /** The logger of a plugin, or of the kernel itself if `owner` is absent. */
  loggerFor(owner?: string): Logger;
  /** Replaces every known secret in a string. */
  redact(text: string): string;
  /** Whether handlers run inside an AsyncLocalStorage, so that unhandled rejections can be attributed. */
  readonly attributeRejections: boolean;
}

export interface HookCall<Context extends object> {
  readonly host: HookHost;
  readonly subject: FilterSubject;
  readonly signal: CallSignal;
  /** What handlers receive besides `signal`, `logger` and `report`. A gate's interaction suspends the deadline. */
  readonly context: (tap: Tap, deadline: () => Deadline) => Context;
  readonly report: (problem: Problem) => void;
  /**
   * Called, for hooks that isolate failures, when a handler fails and the call continues without it. Default: reports
   * the error.
   */
  readonly onFailure?: (error: PictorError) => void;
  /** Called when a handler of a waterfall has returned another value than it was called with. */
  readonly onResult?: (tap: Tap, before: unknown, after: unknown) => void;
  /** Receives the promise of a handler. A stopped handler is not awaited, so its work can outlast the call. */
  readonly onWork?: (work: PromiseLike<unknown>) => void;
}

const some = optional(aText);
const aProblem = exactly({
  code: aName,
  message: aName,
  hint: some,
  pageFix: some,
  plugin: some,
  hook: some,
});

/** Returns the error with the plugin, hook and handler in its details. */
export const addOwner = (error: PictorError, tap: Tap): PictorError =>
  changedError(error, { details: { plugin: tap.owner, hook: tap.hook, handler: tap.handler } });

/** The error for a wrong result of a handler. `noun` is what the handler should have returned. */
export function resultInvalid(
  { owner, hook, handler }: Tap,
  noun: string,
  wrong: Mismatch,
  { redact }: Pick<HookHost, "redact">,
): PictorError {
  const details = { owner, hook, handler, noun, found: redact(foundIn(wrong)), expected: wrong.expected };
  return fault("TAP_RESULT_INVALID", details, { more: { plugin: owner } });
}

/** Returns what a handler reports, with its plugin and its hook. Throws `TAP_REPORT_INVALID` for anything but a problem. */
export function ownProblem(
  { owner, hook, handler }: Tap,
  problem: Problem,
  { redact }: Pick<HookHost, "redact">,
): Problem {
  const names = { plugin: owner, hook };
  const wrong = aProblem(problem);
  if (wrong === undefined) return { ...problem, ...names };
  const details = { owner, hook, handler, found: redact(foundIn(wrong)), expected: wrong.expected };
  throw fault("TAP_REPORT_INVALID", details, { more: names });
}

/** Describes any thrown value without secrets, even if reading the value throws. */
function describeThrown(thrown: unknown, redact: (text: string) => string): string {
  try {
    return redact(reasonOf(thrown));
  } catch {
    return "something that cannot be described was thrown";
  }
}

/** Converts anything that a handler or the loading of its plugin threw to an error that names plugin and hook. */
export function explainFailure(thrown: unknown, tap: Tap, { redact }: Pick<HookHost, "redact">): PictorError {
  if (thrown instanceof PictorError && typeof thrown.details === "object") {
    return thrown.details["plugin"] === undefined ? addOwner(thrown, tap) : thrown;
  }
  const { owner, hook, handler } = tap;
  const reason = describeThrown(thrown, redact) + sourceLocation(tap.folder, thrown);
  const details = { owner, hook, handler, reason };
  return fault("TAP_THREW", details, { cause: thrown, more: { plugin: owner } });
}
