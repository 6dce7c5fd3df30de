// The rule of observers: they take events of every type, and return at once.

import { withJob } from "./job-bench.js";
import { handlerProblem, jobRule, requireEnding, type CheckTap } from "./job-rule.js";

const takesEvents: CheckTap = async (subject, tap) => {
  const what = `the handler ${tap.handler}`;
  for (const fails of [false, true])
    await withJob(subject, tap, { fails }, (ending) => {
      if (!fails) requireEnding(ending, what);
      const problem = handlerProblem(ending, subject);
      if (problem !== undefined) throw new Error(`${what} is left out: ${problem.message}`);
    });
  return undefined;
};

export const observerRules = [
  jobRule("onEvent", "observer-events", "takes the events of a generation, and returns nothing", takesEvents),
];
