// The pauses between the cancels of a prompt that does not end.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { promptLimits as limits } from "../limits.js";
import { cancelUntilEnded } from "./cancel-until-ended.js";

/** The seconds at which the cancel is sent within half a minute, until `hasEnded`. */
async function timesOf(
  cancel: () => Promise<"interrupting">,
  hasEnded = (_sent: number) => false,
): Promise<readonly number[]> {
  const clock = createFakeClock();
  const stopping = new AbortController();
  const times: number[] = [];
  void cancelUntilEnded({
    clock,
    limits,
    signal: stopping.signal,
    onAnswer: () => undefined,
    hasEnded: () => hasEnded(times.length),
    cancel() {
      times.push(clock.now() / 1_000);
      return cancel();
    },
  });
  await clock.advance(30_000);
  stopping.abort();
  await clock.advance(30_000);
  expect(clock.pending()).toBe(0);
  return times;
}
const isTaken = () => Promise.resolve("interrupting" as const);

it("the pauses grow while the server answers and the prompt goes on", async () => {
  expect(await timesOf(isTaken)).toEqual([0, 2, 6, 12, 18, 24, 30]);
});

it("the pauses stay short while there is no answer, so that a server that was restarted gets the next cancel soon", async () => {
  const times = await timesOf(() => Promise.reject(new Error("no answer")));
  expect(times.slice(0, 5)).toEqual([0, 2, 4, 6, 8]);
});

it("no cancel follows the end of the prompt", async () => {
  expect(await timesOf(isTaken, (sent) => sent > 1)).toEqual([0, 2]);
});
