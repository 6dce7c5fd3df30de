// The life of a prompt, for any order of inputs: one verdict, and no second run of what may have run.

import fc from "fast-check";
import { expect, it } from "vitest";
import { isLast, nextStep, type PromptInput, type PromptStep } from "./prompt-state.js";

const inputs: fc.Arbitrary<PromptInput> = fc.oneof(
  fc.record({ type: fc.constant("dispatch" as const), member: fc.constantFrom("one", "two") }),
  fc.record({ type: fc.constantFrom("sent" as const, "running" as const, "cancel" as const) }),
  fc.record({ type: fc.constantFrom("removed" as const, "notRun" as const) }),
  fc.record({ type: fc.constant("accepted" as const), id: fc.constantFrom("a", "b") }),
  fc.record({
    type: fc.constant("rejected" as const),
    error: fc.constant({ exception: "Refused", message: "refused by all" }),
  }),
  fc.record({
    type: fc.constant("record" as const),
    record: fc.constant({ state: "succeeded", outputs: [] } as const),
  }),
  fc.record({ type: fc.constant("lose" as const), id: fc.constant("a"), reason: fc.constant("gone") }),
);

const walk = (
  steps: readonly PromptInput[],
  visit: (before: PromptStep, input: PromptInput, after: PromptStep) => void,
): void => {
  let state: PromptStep = { step: "waiting" };
  for (const input of steps) {
    const after = nextStep(state, input);
    visit(state, input, after);
    state = after;
  }
};

it("keeps its last state", () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 30 }), (steps) => {
      walk(steps, (before, _input, after) => {
        if (isLast(before)) expect(after).toBe(before);
      });
    }),
  );
});

it("is passed on only while it waits, and waits again only if it was certainly not run", () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 30 }), (steps) => {
      walk(steps, (before, input, after) => {
        if (before === after) return;
        if (after.step === "dispatching" && before.step !== "dispatching")
          expect(before.step).toBe("waiting");
        if (after.step === "waiting") expect(input.type).toBe("notRun");
        if (after.step === "waiting" && before.step === "there") expect(before.isRunning).toBe(false);
      });
    }),
  );
});

it("never goes back to the queue after a cancel", () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 30 }), (steps) => {
      let isCancelled = false;
      walk(steps, (before, input, after) => {
        if (input.type === "cancel") isCancelled = true;
        if (isCancelled && before !== after) expect(after.step).not.toBe("waiting");
      });
    }),
  );
});

it("cannot be lost before a member may have it", () => {
  const lose: PromptInput = { type: "lose", id: "a", reason: "gone" };
  const waiting: PromptStep = { step: "waiting" };
  const chosen = nextStep(waiting, { type: "dispatch", member: "one" });
  expect(nextStep(waiting, lose)).toBe(waiting);
  expect(nextStep(chosen, lose)).toBe(chosen);
  expect(nextStep(nextStep(chosen, { type: "sent" }), lose).step).toBe("lost");
});
