// The texts about a failed prompt.

import { expect, it } from "vitest";
import { errorText, failureFacts } from "./failure-text.js";

const prompt = {
  promptId: "a",
  state: "failed",
  reason: "A node failed.",
  createdAtMs: 0,
  endedAtMs: 60_000,
  attempts: 1,
} as const;

it("say who had it, and when it ended", () => {
  expect(failureFacts(prompt, 180_000)).toBe("2 min ago");
  const known = { ...prompt, owner: "anna", member: "gpu-1", attempts: 3 };
  expect(failureFacts(known, 180_000)).toBe("of anna · on gpu-1 · 2 min ago · run 3 times");
});

it("have the error of the server, with its node where it is known", () => {
  const error = { exception: "OutOfMemoryError", message: "out of memory" };
  expect(errorText(prompt)).toBeUndefined();
  expect(errorText({ ...prompt, error })).toBe("OutOfMemoryError: out of memory");
  expect(errorText({ ...prompt, error: { ...error, node: "3", classType: "KSampler" } })).toBe(
    "KSampler 3: OutOfMemoryError: out of memory",
  );
  expect(errorText({ ...prompt, reason: "out of memory", error })).toBe("OutOfMemoryError");
});
