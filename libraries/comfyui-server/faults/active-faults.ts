// Keeps the faults that can still happen, and counts how many times each one has happened.
import type { FaultBehavior } from "./behavior.js";
import { behaviors } from "./behaviors.js";
import type { Fault } from "./fault.js";

interface ActiveFault {
  readonly fault: Fault;
  timesLeft: number;
}

type Transformation<Value, Result> = (behavior: FaultBehavior<Fault>, fault: Fault, value: Value) => Result;

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

  /**
   * Calls `ask` for each fault until one returns a result. With `isFinal`, the fault that returned the result cannot
   * happen again.
   */
  firstResult<Result>(
    ask: (behavior: FaultBehavior<Fault>, fault: Fault) => Result | undefined,
    isFinal?: boolean,
  ): Result | undefined {
    for (const entry of this.#active) {
      const result = ask(behaviorOf(entry.fault), entry.fault);
      if (result === undefined) continue;
      this.#count(entry, isFinal);
      return result;
    }
    return undefined;
  }

  /** Passes the value through all faults; each fault receives the result of the previous one. */
  transform<Value>(value: Value, apply: Transformation<Value, Value | undefined>): Value {
    let current = value;
    for (const entry of this.#active) {
      const next = apply(behaviorOf(entry.fault), entry.fault, current);
      if (next === undefined) continue;
      this.#count(entry);
      current = next;
    }
    return current;
  }

  /** Does the same as `transform`, for faults whose result may be a promise. */
  async transformAsync<Value>(
    value: Value,
    apply: Transformation<Value, Value | Promise<Value> | undefined>,
  ): Promise<Value> {
    let current = value;
    for (const entry of this.#active) {
      const next = apply(behaviorOf(entry.fault), entry.fault, current);
      if (next === undefined) continue;
      this.#count(entry);
      current = await next;
    }
    return current;
  }

  #count(entry: ActiveFault, isFinal = false): void {
    entry.timesLeft = isFinal ? 0 : entry.timesLeft - 1;
    if (entry.timesLeft <= 0) this.#active = this.#active.filter((other) => other !== entry);
  }
}
