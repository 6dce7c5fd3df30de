// What can happen to a prompt on a server, and how the prompt then ends.

import { fault, type Backend, type PromptState } from "@pictor/kernel/plugin";
import type { Life } from "./users.test.support.js";

export interface Situation {
  readonly name: string;
  arrange?(life: Life): void;
  /** What happens while the prompt is there. */
  then?(life: Life): Promise<void> | void;
  readonly ends: PromptState["state"];
  /** Why a job is lost instead, without a run. */
  readonly losesJob?: string;
  /** How often the server has begun the prompt. Default: 1. */
  readonly begun?: number;
}

const long = 1_000_000;
const faulty = (kind: Life["server"]["submitFaults"][number]) => (life: Life) => {
  life.server.submitFaults = [kind];
};
const runsFor =
  (ms: number) =>
  ({ server }: Life): void => {
    server.runMs = ms;
  };
/** Replaces a call of the server. */
function change<Name extends keyof Backend>(
  { server: { backend } }: Life,
  name: Name,
  by: (original: Backend[Name]) => Backend[Name],
): void {
  const { [name]: original } = backend;
  Object.assign(backend, { [name]: by(original) });
}
/** Calls that fail with the error, the first `times` of them. */
const failing =
  (name: "submit" | "state" | "cancel", error: Error, times: number) =>
  (life: Life): void => {
    let left = times;
    change(
      life,
      name,
      (original) =>
        ((...given: readonly unknown[]) =>
          left-- > 0
            ? Promise.reject(error)
            : (original as (...all: readonly unknown[]) => unknown)(...given)) as never,
    );
  };
/** The record is missing for a time after the run, from the first reading on. */
const lateBy =
  (ms: number) =>
  (life: Life): void => {
    let since: number | undefined;
    change(life, "state", (original) => async (id, options) => {
      const state = await original(id, options);
      if (!("outputs" in state)) return state;
      since ??= life.clock.now();
      return life.clock.now() - since < ms ? { state: "unknown" } : state;
    });
  };
const both =
  (...steps: readonly ((life: Life) => void)[]) =>
  (life: Life): void => {
    for (const step of steps) step(life);
  };
const assigning = ({ server }: Life): void => {
  server.assignsIds = true;
};
/** Other clients have ended so many prompts since, which the list shows first. */
const behind =
  (others: number) =>
  (life: Life): void => {
    change(life, "prompts", (original) => async (options) => {
      const decoys = Array.from({ length: others }, (_, at) => ({
        ...{ promptId: `other-${at}`, state: "succeeded" as const, createdAt: 2 },
      }));
      return [...decoys, ...(await original(options))].slice(0, options?.limit ?? 50);
    });
  };
const unauthorized = fault("AUTH_REFUSED", { url: "http://one", status: 401 } as never);
const crashed = fault("BACKEND_CRASHED", { name: "one", ending: "it was killed", lastLines: "" } as never);
const after =
  (ms: number, act: (life: Life) => void) =>
  async (life: Life): Promise<void> => {
    await life.clock.advance(ms);
    act(life);
  };

export const situations: readonly Situation[] = [
  { name: "a plain run", ends: "succeeded" },
  { name: "a lost reply", arrange: faulty("lose reply"), ends: "succeeded" },
  { name: "a late reply", arrange: faulty("late reply"), ends: "succeeded" },
  {
    name: "a status 500 for a prompt that was queued",
    arrange: faulty("status 500, queued"),
    ends: "succeeded",
  },
  { name: "a request that did not arrive", arrange: faulty("fail before"), ends: "succeeded" },
  { name: "a refused graph", arrange: faulty("refuse"), ends: "failed", begun: 0 },
  { name: "a restart before the reply", arrange: faulty("restart"), ends: "lost" },
  {
    name: "refused credentials for one request",
    arrange: failing("submit", unauthorized, 1),
    ends: "succeeded",
  },
  { name: "a crash before the reply", arrange: failing("submit", crashed, 1), ends: "lost", begun: 0 },
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
      await after(5_000, ({ server }) => {
        server.cut();
      })(life);
      await after(30_000, ({ server }) => {
        server.mend();
      })(life);
    },
    ends: "succeeded",
  },
  {
    name: "refused credentials while it runs",
    arrange: both(runsFor(60_000), failing("state", unauthorized, 2)),
    ends: "succeeded",
  },
  {
    name: "a server that hangs while it runs",
    arrange: runsFor(long),
    then: after(5_000, ({ server }) => {
      server.hang();
    }),
    ends: "lost",
  },
  {
    name: "a server that hangs before the reply",
    arrange: (life) => {
      change(life, "submit", () => () => {
        life.server.hang();
        return new Promise(() => undefined);
      });
    },
    ends: "lost",
    begun: 0,
  },
  {
    name: "a server that is killed while it runs, and started again",
    arrange: runsFor(long),
    then: after(5_000, ({ server }) => {
      server.die();
      server.mend();
    }),
    ends: "lost",
  },
  {
    name: "a server that has crashed while it runs",
    arrange: runsFor(long),
    then: after(100, failing("state", crashed, 1)),
    ends: "lost",
  },
  {
    name: "a queue that stands still, until the server works again",
    losesJob: "a person is told to restart the server, instead of waiting for it",
    arrange: ({ server }) => {
      server.stall();
    },
    then: after(45_000, ({ server }) => {
      server.mend();
    }),
    ends: "succeeded",
  },
  {
    name: "another client that clears the queue",
    arrange: ({ server }) => {
      server.stall();
    },
    then: after(2_000, ({ server, id }) => void server.backend.cancel(id?.() ?? "p")),
    ends: "lost",
    begun: 0,
  },
  {
    name: "a cancel of a run",
    arrange: runsFor(long),
    then: async (life) => {
      await life.clock.advance(1_000);
      await life.cancel();
    },
    ends: "interrupted",
  },
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
    then: async (life) => {
      await life.clock.advance(1_000);
      await life.cancel();
    },
    ends: "interrupted",
  },
  {
    name: "a cancel that is not answered at first",
    arrange: both(runsFor(long), (life) => {
      let times = 0;
      change(
        life,
        "cancel",
        (original) => (id, options) => (++times < 2 ? Promise.resolve("refused") : original(id, options)),
      );
    }),
    then: async (life) => {
      await life.clock.advance(1_000);
      await life.cancel();
    },
    ends: "interrupted",
  },
];
