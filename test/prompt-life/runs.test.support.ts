// What can happen while a prompt is on a server, and how the prompt then ends.

import {
  after,
  behindAnother,
  both,
  change,
  crashed,
  failing,
  hearing,
  idOf,
  lateBy,
  long,
  muted,
  putBack,
  runsFor,
  unauthorized,
  type Situation,
} from "./steps.test.support.js";

export const runs: readonly Situation[] = [
  {
    name: "messages that come twice, the last one before the record",
    arrange: ({ server }) => (server.lies = true),
    ends: "succeeded",
  },
  { name: "a record that is a second late", arrange: lateBy(1_000), ends: "succeeded" },
  {
    name: "a record that never comes, after messages of a success",
    arrange: lateBy(long),
    ends: "succeeded",
  },
  { name: "a run of several minutes without messages", arrange: runsFor(300_000), ends: "succeeded" },
  {
    name: "a server that cannot be reached for half a minute",
    arrange: runsFor(60_000),
    then: async (life) => {
      await after(5_000, ({ server }) => server.cut())(life);
      await after(30_000, ({ server }) => server.mend())(life);
    },
    ends: "succeeded",
  },
  {
    name: "refused credentials for one reading of the record",
    arrange: runsFor(60_000),
    then: after(100, failing("state", unauthorized, 1)),
    ends: "succeeded",
  },
  {
    // A person is told to correct the credentials, because further attempts can lock the account.
    name: "refused credentials for several readings of the record",
    arrange: runsFor(60_000),
    then: after(100, failing("state", unauthorized, 3)),
    ends: "succeeded",
    job: { ends: "failed" },
  },
  {
    name: "a server that hangs while it runs",
    arrange: runsFor(long),
    then: after(5_000, ({ server }) => server.hang()),
    ends: "lost",
    loss: "unreachable",
  },
  {
    name: "a server that is killed while it runs, and started again",
    arrange: runsFor(long),
    then: after(5_000, ({ server }) => {
      server.die();
      server.mend();
    }),
    ends: "lost",
    loss: "forgotten",
  },
  {
    name: "a server that has crashed while it runs",
    arrange: runsFor(long),
    then: after(100, failing("state", crashed, 1)),
    ends: "lost",
    loss: "crashed",
  },
  {
    // A person is told to restart the server, and need not wait for it.
    name: "a queue that stands still, until the server works again",
    job: { ends: "lost", loss: "stalled", begun: 0 },
    arrange: ({ server }) => server.stall(),
    then: after(45_000, ({ server }) => server.mend()),
    ends: "succeeded",
  },
  {
    name: "a queue that stands still with a prompt that has begun, by its messages",
    arrange: runsFor(long),
    then: after(1_000, putBack),
    ends: "lost",
    loss: "stalled",
  },
  {
    name: "a queue that stands still with a prompt that has begun, by its record",
    arrange: both(runsFor(long), muted),
    then: after(7_000, putBack),
    ends: "lost",
    loss: "stalled",
  },
  {
    name: "a record that says that the prompt is lost",
    arrange: runsFor(long),
    then: after(100, (life) => {
      const record = { state: "lost", reason: "another server had it" } as const;
      change(life, "state", () => () => Promise.resolve(record));
    }),
    ends: "lost",
    loss: "recorded",
  },
  {
    name: "another client that clears the queue",
    arrange: ({ server }) => server.stall(),
    then: after(2_000, ({ server, id }) => server.backend.cancel(id?.() ?? "p")),
    ends: "lost",
    loss: "forgotten",
    begun: 0,
  },
  {
    name: "a prompt that is between the queue and the history for a moment",
    arrange: runsFor(20_000),
    then: after(5_500, (life) => {
      let times = 0;
      change(
        life,
        "state",
        (original) => (id, options) =>
          ++times < 3 ? Promise.resolve({ state: "unknown" }) : original(id, options),
      );
    }),
    ends: "succeeded",
  },
  { name: "a run without any message", arrange: muted, ends: "succeeded" },
  {
    name: "a record that never comes, after a message of the end alone",
    arrange: both(
      lateBy(long),
      hearing((event) =>
        event.type === "ended"
          ? { type: "ended", promptId: event.promptId }
          : event.type === "output"
            ? undefined
            : event,
      ),
    ),
    ends: "lost",
    loss: "unrecorded",
  },
  {
    name: "a record that never comes, and no message of the end",
    arrange: both(
      lateBy(long),
      hearing((event) => (event.type === "ended" || event.type === "output" ? undefined : event)),
    ),
    ends: "lost",
    loss: "forgotten",
  },
  { name: "another prompt that runs for minutes first", arrange: behindAnother(120_000), ends: "succeeded" },
  {
    name: "a server that is killed while the prompt waits, and started again",
    arrange: behindAnother(120_000),
    then: after(5_000, ({ server }) => {
      server.die();
      server.mend();
    }),
    ends: "lost",
    loss: "forgotten",
    begun: 0,
  },
  {
    name: "another client that removes the prompt while the connection is cut",
    arrange: behindAnother(120_000),
    then: async (life) => {
      await life.clock.advance(2_000);
      const removing = life.server.backend.cancel(idOf(life));
      life.server.cut();
      await removing;
      await life.clock.advance(10_000);
      life.server.mend();
    },
    ends: "lost",
    loss: "forgotten",
    begun: 0,
  },
  {
    name: "another client that interrupts the run",
    arrange: runsFor(long),
    then: after(2_000, (life) => life.server.backend.cancel(idOf(life))),
    ends: "interrupted",
  },
  {
    name: "a server that hangs after the run, before its record was read",
    arrange: both(runsFor(3_000), muted),
    then: after(2_000, ({ server }) => server.hang()),
    ends: "lost",
    loss: "unreachable",
  },
];
