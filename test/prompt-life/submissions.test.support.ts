// What can happen while a prompt is submitted to a server, and how the prompt then ends.

import {
  assigning,
  behind,
  behindAnother,
  both,
  change,
  crashed,
  failing,
  faulty,
  foundNowhere,
  listing,
  long,
  muted,
  runsFor,
  status500,
  takenThen,
  unauthorized,
  unconnected,
  type Situation,
} from "./steps.test.support.js";

export const submissions: readonly Situation[] = [
  { name: "a plain run", ends: "succeeded" },
  { name: "a lost reply", arrange: faulty("lose reply"), ends: "succeeded" },
  { name: "a late reply", arrange: faulty("late reply"), ends: "succeeded" },
  {
    name: "a status 500 for a prompt that was queued",
    arrange: faulty("status 500, queued"),
    ends: "succeeded",
  },
  {
    name: "a request that did not arrive",
    arrange: faulty("fail before"),
    ends: "succeeded",
    resumed: foundNowhere,
  },
  { name: "a refused graph", arrange: faulty("refuse"), ends: "failed", begun: 0, resumed: foundNowhere },
  {
    name: "a restart before the reply",
    arrange: faulty("restart"),
    ends: "lost",
    loss: "restarted",
    resumed: { ends: "lost", loss: "unknown" },
  },
  {
    name: "refused credentials for one request",
    arrange: failing("submit", unauthorized, 1),
    ends: "succeeded",
    resumed: foundNowhere,
  },
  {
    name: "a crash before the reply",
    arrange: failing("submit", crashed, 1),
    ends: "lost",
    loss: "crashed",
    begun: 0,
    resumed: foundNowhere,
  },
  { name: "an id of the server", arrange: assigning, ends: "succeeded" },
  {
    name: "an id of the server and a lost reply",
    arrange: both(assigning, faulty("lose reply")),
    ends: "succeeded",
  },
  {
    name: "an id of the server and a late reply",
    arrange: both(assigning, faulty("late reply")),
    ends: "succeeded",
  },
  {
    name: "an id of the server, a lost reply, and a hundred newer prompts in the list",
    arrange: both(assigning, faulty("lose reply"), behind(100)),
    ends: "succeeded",
  },
  {
    name: "a server that hangs before the reply",
    arrange: (life) =>
      change(life, "submit", () => () => {
        life.server.hang();
        return new Promise(() => undefined);
      }),
    ends: "lost",
    loss: "unreachable",
    begun: 0,
  },
  {
    name: "a status 500 for a prompt that was not queued",
    arrange: failing("submit", status500, 1),
    ends: "succeeded",
    resumed: foundNowhere,
  },
  {
    name: "a reply that cannot be read, for a prompt that was queued",
    arrange: takenThen(() => undefined),
    ends: "succeeded",
  },
  {
    name: "a server that refuses three connections",
    arrange: failing("submit", unconnected, 3),
    ends: "succeeded",
    resumed: foundNowhere,
  },
  {
    name: "a server that takes the prompt, does not reply, and hangs",
    arrange: both(
      runsFor(long),
      takenThen(({ server }) => {
        server.hang();
        return new Promise(() => undefined);
      }),
    ),
    ends: "lost",
    loss: "unreachable",
  },
  {
    name: "a lost reply, and a list of twenty prompts with the one of the server's own id",
    arrange: both(assigning, faulty("lose reply"), behind(15), listing(20)),
    ends: "succeeded",
  },
  {
    name: "a lost reply, and refused credentials for the lookup",
    arrange: both(runsFor(long), muted, takenThen(failing("state", unauthorized, 1))),
    ends: "lost",
    loss: "unreadable",
    // A person is told to correct the credentials.
    resumed: { ends: "failed" },
  },
  {
    name: "a lost reply, and a prompt that the server denies once",
    arrange: both(
      muted,
      takenThen((life) => {
        let lookups = 0;
        change(
          life,
          "state",
          (original) => (id, options) =>
            lookups++ === 0 ? Promise.resolve({ state: "unknown" }) : original(id, options),
        );
        change(
          life,
          "prompts",
          (original) => (options) => (lookups === 1 ? Promise.resolve([]) : original(options)),
        );
      }),
    ),
    ends: "succeeded",
  },
  {
    name: "a lost reply, and a prompt that begins between the lookups of a server that keeps no record",
    arrange: both(
      behindAnother(200),
      takenThen((life) => {
        change(life, "state", () => () => Promise.resolve({ state: "unknown" }));
        change(life, "prompts", () => () => Promise.resolve([]));
      }),
    ),
    ends: "succeeded",
    resumed: { ends: "lost", loss: "unknown" },
  },
];
