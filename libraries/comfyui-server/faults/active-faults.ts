// Keeps the faults that can still happen, and counts how many times each one has happened.
import type { FaultBehavior } from "./behavior.js";
import { behaviors } from "./behaviors.js";
import type { Fault } from "./fault.js";

interface ActiveFault {
  readonly fault: Fault;
  timesLeft: number;
}

type Question<Result> = (behavior: FaultBehavior<Fault>, fault: Fault) => Result | undefined;
type Transformation<Value, Result> = (
  behavior: FaultBehavior<Fault>,
  fault: Fault,
  value: Value,
) => Result | undefined;

/** The cast is safe because callers pass a behavior only faults of its kind. */
const behaviorOf = (fault: Fault): FaultBehavior<Fault> => behaviors[fault.kind];

export class ActiveFaults {
  #active: readonly ActiveFault[] = [];

  isEmpty(): boolean {
    return this.#active.length === 0;
  }

  set(faults: readonly Fault[]): void {
    this.#active = faults.map((fault) => ({ fault, timesLeft: fault.times ?? Infinity }));
  }

  list(): readonly Fault[] {
    return this.#active.map(({ fault, timesLeft }) =>
      timesLeft === Infinity ? fault : { ...fault, times: timesLeft },
    );
  }

  /** Calls `ask` for each fault, and counts those that return a result; with `isFinal` they cannot happen again. */
  *#results<Result>(ask: Question<Result>, isFinal = false): Generator<Result> {
    for (const entry of this.#active) {
      const result = ask(behaviorOf(entry.fault), entry.fault);
      if (result === undefined) continue;
      entry.timesLeft = isFinal ? 0 : entry.timesLeft - 1;
      if (entry.timesLeft <= 0) this.#active = this.#active.filter((other) => other !== entry);
      yield result;
    }
  }

  /** The result of the first fault that returns one. */
  firstResult<Result>(ask: Question<Result>, isFinal?: boolean): Result | undefined {
    for (const result of this.#results(ask, isFinal)) return result;
    return undefined;
  }

  /** Passes the value through all faults; each fault receives the result of the previous one. */
  transform<Value>(value: Value, apply: Transformation<Value, Value>): Value {
    let current = value;
    for (const next of this.#results((behavior, fault) => apply(behavior, fault, current))) current = next;
    return current;
  }

  /** Does the same as `transform`, for faults whose result may be a promise. */
  async transformAsync<Value>(value: Value, apply: Transformation<Value, Value | Promise<Value>>) {
    let current = value;
    for (const next of this.#results((behavior, fault) => apply(behavior, fault, current)))
      current = await next;
    return current;
  }
}
