// After which failures a batch is tried again, how often, and when.

import { expect, it } from "vitest";
import { fault, PictorError, type RetryPolicy } from "@pictor/kernel";
import type { Ending } from "./ending.js";
import { nodeFailure } from "./node-failure.js";
import { promptLost } from "./prompt-lost.js";
import { noRetries, retryAfter, waitOf } from "./retry.js";

const memory: Ending = {
  status: "failed",
  error: nodeFailure({ exception: "torch.OutOfMemoryError", message: "Allocation on device 0 failed" }),
};
const lost: Ending = { status: "lost", error: promptLost("p", "evicted") };
const broken: Ending = { status: "failed", error: fault("INTERNAL", { reason: "x" }) };

/** The milliseconds before each attempt after the endings; `ends` where the job ends. */
function pausesAfter(policy: RetryPolicy, ...endings: readonly Ending[]): readonly (number | "ends")[] {
  let retries = noRetries(policy);
  return endings.map((ending) => {
    const retry = retryAfter(ending, retries);
    if (retry === undefined) return "ends";
    retries = retry.retries;
    return retry.afterMs;
  });
}

it.each<[string, RetryPolicy, readonly Ending[], readonly (number | "ends")[]]>([
  ["nothing without a policy", {}, [memory, lost], ["ends", "ends"]],
  [
    "lack of memory, twice as late each time",
    { outOfMemory: { attempts: 2 } },
    [memory, memory, memory],
    [10_000, 20_000, "ends"],
  ],
  ["no loss without consent", { outOfMemory: { attempts: 2 } }, [lost], ["ends"]],
  ["losses with consent", { lost: { attempts: 1, backoffMs: 0 } }, [lost, lost], [0, "ends"]],
  [
    "each failure by its own number",
    { outOfMemory: { attempts: 1, backoffMs: 5 }, lost: { attempts: 1, backoffMs: 7 } },
    [memory, lost, memory],
    [5, 7, "ends"],
  ],
  [
    "at most an hour later",
    { lost: { attempts: 2, backoffMs: 3_000_000 } },
    [lost, lost],
    [3_000_000, 3_600_000],
  ],
  [
    "no other failure",
    { outOfMemory: { attempts: 9 }, lost: { attempts: 9 } },
    [broken, { status: "finished" }],
    ["ends", "ends"],
  ],
])("tries again after %s", (_name, policy, endings, pauses) => {
  expect(pausesAfter(policy, ...endings)).toEqual(pauses);
});

it.each([
  [
    "without the whole text of a failure",
    "x".repeat(1_000),
    /^it is tried again in 10 s \(1 of 3\), because: x{300}$/,
  ],
  ["for the end of a sentence", "It is out of memory.", /because: It is out of memory$/],
])("says why a job waits, %s", (_name, what, detail) => {
  const error = new PictorError("NODE_OUT_OF_MEMORY", what, "", {});
  const retry = retryAfter({ status: "failed", error }, noRetries({ outOfMemory: { attempts: 3 } }));
  expect(retry && waitOf(retry).detail).toMatch(detail);
});
