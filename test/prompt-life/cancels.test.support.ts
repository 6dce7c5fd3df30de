// What can happen when a prompt is cancelled.

import {
  after,
  behindAnother,
  both,
  cancelling,
  change,
  faulty,
  long,
  runsFor,
  type Situation,
} from "./steps.test.support.js";

export const cancels: readonly Situation[] = [
  { name: "a cancel of a run", arrange: runsFor(long), then: after(1_000, cancelling), ends: "interrupted" },
  {
    name: "a cancel that has no effect at first",
    arrange: (life) => {
      life.server.runMs = long;
      let times = 0;
      change(
        life,
        "cancel",
        (original) => (id, options) =>
          ++times < 3 ? Promise.resolve("interrupting") : original(id, options),
      );
    },
    then: after(1_000, cancelling),
    ends: "interrupted",
  },
  {
    name: "a cancel that is refused at first",
    arrange: both(runsFor(long), (life) => {
      let times = 0;
      change(
        life,
        "cancel",
        (original) => (id, options) => (++times < 2 ? Promise.resolve("refused") : original(id, options)),
      );
    }),
    then: after(1_000, cancelling),
    ends: "interrupted",
  },
  {
    name: "a cancel before the reply",
    arrange: both(runsFor(long), faulty("late reply")),
    then: after(1_000, cancelling),
    ends: "interrupted",
  },
  {
    name: "a cancel of a prompt that waits",
    arrange: behindAnother(120_000),
    then: after(1_000, cancelling),
    ends: "interrupted",
    begun: 0,
  },
  {
    name: "a cancel while the server cannot be reached for some seconds",
    arrange: runsFor(long),
    then: async (life) => {
      await life.clock.advance(1_000);
      life.server.cut();
      await life.cancel();
      await life.clock.advance(5_000);
      life.server.mend();
    },
    ends: "interrupted",
  },
];
