// The list of faults that are still to strike, and the count of their strikes.
import type { Fault } from "./fault.js";
import type { Behaviour } from "./hooks.js";
import { behaviours } from "./table.js";

interface ArmedFault {
  readonly fault: Fault;
  left: number;
}

export interface Armed {
  isEmpty(): boolean;
  set(faults: readonly Fault[]): void;
  list(): readonly Fault[];
  /** Asks each fault in turn until one strikes; its answer. `isLast`: it does not strike again after this. */
  first<R>(
    ask: (behaviour: Behaviour<Fault>, fault: Fault) => R | undefined,
    isLast?: boolean,
  ): R | undefined;
  /** Asks each fault in turn with what the one before has made of the value. */
  through<R>(value: R, ask: Ask<R, R | undefined>): R;
  /** The same where a fault takes its time. */
  throughLater<R>(value: R, ask: Ask<R, R | Promise<R> | undefined>): Promise<R>;
}

type Ask<R, Answer> = (behaviour: Behaviour<Fault>, fault: Fault, value: R) => Answer;

/** The behaviour of a kind is only ever asked about a fault of that kind. */
const behaviourOf = (fault: Fault): Behaviour<Fault> => behaviours[fault.kind];

export function createArmed(): Armed {
  let armed: readonly ArmedFault[] = [];
  const strike = (one: ArmedFault, isLast = false): void => {
    one.left = isLast ? 0 : one.left - 1;
    if (one.left <= 0) armed = armed.filter((other) => other !== one);
  };
  return {
    isEmpty: () => armed.length === 0,
    set(faults) {
      armed = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }));
    },
    list: () => armed.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, times: left })),
    first(ask, isLast) {
      for (const one of armed) {
        const answer = ask(behaviourOf(one.fault), one.fault);
        if (answer === undefined) continue;
        strike(one, isLast);
        return answer;
      }
      return undefined;
    },
    through(value, ask) {
      let current = value;
      for (const one of armed) {
        const next = ask(behaviourOf(one.fault), one.fault, current);
        if (next === undefined) continue;
        strike(one);
        current = next;
      }
      return current;
    },
    async throughLater(value, ask) {
      let current = value;
      for (const one of armed) {
        const next = ask(behaviourOf(one.fault), one.fault, current);
        if (next === undefined) continue;
        strike(one);
        current = await next;
      }
      return current;
    },
  };
}
