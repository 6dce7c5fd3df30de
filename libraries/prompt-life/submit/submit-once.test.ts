// Submissions without a reply: the server is asked for the prompt meanwhile.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it, onTestFinished, vi } from "vitest";
import { fault, type PromptState } from "@pictor/kernel/plugin";
import { promptLimits } from "../limits.js";
import type { SubmissionOutcome } from "./submission.js";
import { submitOnce } from "./submit-once.js";

const crashed = fault("BACKEND_CRASHED", { name: "one", ending: "it was killed", lastLines: "" } as never);
const unanswered = fault("BACKEND_UNREACHABLE", { url: "http://one", reason: "no answer" });
const never = () => new Promise<never>(() => undefined);

/** What has become of a submission after `ms`, on a server that answers lookups in this way. */
async function outcomeAfter(
  ms: number,
  { send = never, state }: { readonly send?: () => Promise<never>; state(): Promise<PromptState> },
): Promise<SubmissionOutcome | undefined> {
  const clock = createFakeClock();
  const { signal } = new AbortController();
  let outcome: SubmissionOutcome | undefined;
  void submitOnce("p", {
    clock,
    signal,
    limits: promptLimits,
    send,
    wasCut: () => false,
    ask: (use) =>
      use({ state, prompts: () => Promise.resolve([]), cancel: () => Promise.resolve("gone") }, { signal }),
  }).then((found) => (outcome = found));
  await clock.advance(ms);
  return outcome;
}
const { recordMs, unreachableMs } = promptLimits;
const fails = (error: Error) => () => Promise.reject(error);

it("a prompt that the server turns out to have is accepted", async () => {
  const state = () => Promise.resolve({ state: "running" } as const);
  expect(await outcomeAfter(recordMs, { state })).toEqual({ is: "accepted", id: "p" });
});

it("a crash ends the wait at once", async () => {
  expect(await outcomeAfter(recordMs, { state: fails(crashed) })).toMatchObject({
    is: "uncertain",
    loss: "crashed",
    error: crashed,
    why: expect.stringContaining("its server has crashed"),
  });
});

it("a crash also ends the lookups after a failed request", async () => {
  const found = await outcomeAfter(0, { send: fails(unanswered), state: fails(crashed) });
  expect(found).toMatchObject({ is: "uncertain", why: expect.stringContaining("its server has crashed") });
});

it("silence ends the wait after a minute, and not before", async () => {
  const state = fails(unanswered);
  expect(await outcomeAfter(unreachableMs - 1, { state })).toBeUndefined();
  expect(await outcomeAfter(unreachableMs, { state })).toEqual({
    is: "uncertain",
    loss: "unreachable",
    why: "no reply to the submission within 60 s",
  });
});

it("lookups that fail are repeated each time later, for a minute", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  onTestFinished(() => void vi.restoreAllMocks());
  const state = vi.fn(fails(unanswered));
  const found = await outcomeAfter(unreachableMs + recordMs, { send: fails(unanswered), state });
  expect(found).toMatchObject({ is: "uncertain", why: "it has not answered for 60 s" });
  expect(state).toHaveBeenCalledTimes(20);
});

it("a server that denies the prompt is asked once more after a moment", async () => {
  const state = vi.fn(() => Promise.resolve({ state: "unknown" } as const));
  const asked = { send: fails(unanswered), state };
  expect(await outcomeAfter(promptLimits.recheckMs - 1, asked)).toBeUndefined();
  expect(await outcomeAfter(promptLimits.recheckMs, asked)).toMatchObject({
    is: "notTaken",
    error: unanswered,
  });
});

it("an abort ends the lookups with its reason", async () => {
  const clock = createFakeClock();
  const stop = new AbortController();
  const submitted = submitOnce("p", {
    clock,
    signal: stop.signal,
    limits: promptLimits,
    send: fails(unanswered),
    wasCut: () => false,
    ask: () => Promise.reject(unanswered),
  });
  await clock.advance(1_000);
  stop.abort("enough");
  await expect(submitted).rejects.toBe("enough");
  expect(clock.pending()).toBe(0);
});
