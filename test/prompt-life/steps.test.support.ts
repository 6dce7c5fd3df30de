// A situation of a prompt, and what can be done to its server and to the way there.

import { fault, type Backend, type BackendEvent, type PromptState } from "@pictor/kernel/plugin";
import type { FollowLoss, SubmissionLoss } from "@pictor/prompt-life";
import { checkpointGraph } from "../../plugins/backend-pool/testing/checkpoint-graph.js";
import type { Life } from "./users.test.support.js";

/** `unknown`: a process that has not submitted the prompt itself finds no trace of it. */
export type Loss = FollowLoss | SubmissionLoss | "unknown";

/** The end of a job whose prompt did not reach the server, or is no longer known there, when the next process looks for it. */
export const foundNowhere: Ending = { ends: "lost", loss: "unknown", begun: 0 };

/** How a prompt ends. */
export interface Ending {
  readonly ends: PromptState["state"];
  /** Why it is lost. */
  readonly loss?: Loss;
  /** How often the server has begun the prompt. Default: 1. */
  readonly begun?: number;
}

export interface Situation extends Ending {
  readonly name: string;
  arrange?(life: Life): unknown;
  /** What happens while the prompt is there. */
  then?(life: Life): unknown;
  /** How the prompt of a job ends, if it is a different end. */
  readonly job?: Ending;
  /**
   * How the prompt of a job ends that follows it after a restart, and does not submit it, if it is another end than
   * that of any job.
   */
  readonly resumed?: Ending;
}

export const long = 1_000_000;
export const faulty = (kind: Life["server"]["submitFaults"][number]) => (life: Life) => {
  life.server.submitFaults = [kind];
};
export const runsFor =
  (ms: number) =>
  ({ server }: Life): void => {
    server.runMs = ms;
  };
/** Replaces a call of the server. */
export function change<Name extends keyof Backend>(
  { server: { backend } }: Life,
  name: Name,
  by: (original: Backend[Name]) => Backend[Name],
): void {
  const { [name]: original } = backend;
  Object.assign(backend, { [name]: by(original) });
}
/** Calls that fail with the error, the first `times` of them. */
export const failing =
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
export const lateBy =
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
/** Messages of the server that do not arrive, or that arrive as `by` gives them. */
export const hearing =
  (by: (event: BackendEvent) => BackendEvent | undefined) =>
  ({ server }: Life): void => {
    server.hears = by;
  };
/** No message of a prompt arrives. */
export const muted = hearing((event) => ("promptId" in event ? undefined : event));
/** The server says that the prompt waits again, and nothing runs. */
export const putBack = (life: Life): void => {
  change(life, "state", () => () => Promise.resolve({ state: "queued", ahead: 0, idle: true }));
  change(life, "cancel", () => () => Promise.resolve("removed"));
};
/** Another prompt, which is there before this one, and runs for `ms`. */
export const behindAnother =
  (ms: number) =>
  async ({ server }: Life): Promise<void> => {
    server.runMs = ms;
    await server.backend.submit({ promptId: "other", graph: checkpointGraph() });
    server.runMs = 100;
  };
export const both =
  (...steps: readonly ((life: Life) => unknown)[]) =>
  async (life: Life): Promise<void> => {
    for (const step of steps) await step(life);
  };
export const assigning = ({ server }: Life): void => {
  server.assignsIds = true;
};
/** Other clients have ended so many prompts since, which the list shows first. */
export const behind =
  (others: number) =>
  (life: Life): void => {
    change(life, "prompts", (original) => async (options) => {
      const decoys = Array.from({ length: others }, (_, at) => ({
        promptId: `other-${at}`,
        state: "succeeded" as const,
        createdAt: 2,
      }));
      return [...decoys, ...(await original(options))].slice(0, options?.limit ?? 50);
    });
  };
/** The server lists so many prompts at most. */
export const listing =
  (most: number) =>
  (life: Life): void => {
    change(life, "prompts", (original) => async (options) => (await original(options)).slice(0, most));
  };
const unreadable = fault("BACKEND_REPLY", {
  method: "POST",
  url: "http://one",
  found: "a page",
  expected: "JSON",
});
/** The server takes the prompt, `act` happens, and the reply cannot be read. */
export const takenThen =
  (act: (life: Life) => unknown) =>
  (life: Life): void => {
    change(life, "submit", (original) => async (...given) => {
      await original(...given);
      await act(life);
      throw unreadable;
    });
  };
export const unconnected = fault(
  "BACKEND_UNREACHABLE",
  { url: "http://one", reason: "ECONNREFUSED" },
  { more: { systemCode: "ECONNREFUSED" } },
);
export const status500 = fault(
  "BACKEND_REPLY",
  { method: "POST", url: "http://one", found: "status 500", expected: "status 200" },
  { more: { status: 500 } },
);
export const unauthorized = fault("AUTH_REFUSED", { url: "http://one", status: 401 } as never);
export const crashed = fault("BACKEND_CRASHED", {
  name: "one",
  ending: "it was killed",
  lastLines: "",
} as never);
export const after =
  (ms: number, act: (life: Life) => unknown) =>
  async (life: Life): Promise<void> => {
    await life.clock.advance(ms);
    await act(life);
  };
export const cancelling = (life: Life): Promise<void> => life.cancel();
export const idOf = ({ id }: Life): string => id?.() ?? "p";
