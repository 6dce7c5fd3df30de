// Calls that are answered, refused, too slow, or given up.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { withLimit } from "./with-limit.js";

function limited(call: (signal: AbortSignal) => Promise<string>, signal = new AbortController().signal) {
  const clock = createFakeClock();
  const seen: AbortSignal[] = [];
  const answer = withLimit({ clock, ms: 1_000, signal, where: "studio" }, (given) => {
    seen.push(given);
    return call(given);
  });
  answer.catch(() => undefined);
  return { clock, answer, seen };
}
const never = () => new Promise<string>(() => undefined);

it("an answer or an error in time is passed on, and no timer is left", async () => {
  const answered = limited(() => Promise.resolve("yes"));
  expect(await answered.answer).toBe("yes");
  const refused = limited(() => Promise.reject(new Error("no")));
  await expect(refused.answer).rejects.toThrow("no");
  expect([answered.clock.pending(), refused.clock.pending()]).toEqual([0, 0]);
});

it("a call that takes too long is aborted with the error that the caller receives", async () => {
  const { clock, answer, seen } = limited(never);
  await clock.advance(1_000);
  const error: unknown = await answer.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "BACKEND_UNREACHABLE", details: { url: "studio" } });
  expect(seen[0]?.reason).toBe(error);
});

it("a caller that gives up does not wait for a call that ignores it, and no timer is left", async () => {
  const controller = new AbortController();
  const { clock, answer, seen } = limited(never, controller.signal);
  controller.abort(new Error("stop"));
  await expect(answer).rejects.toThrow("stop");
  expect([seen[0]?.aborted, clock.pending()]).toEqual([true, 0]);
});

it("a call after the caller has given up sees that at once", async () => {
  const { clock, answer, seen } = limited(never, AbortSignal.abort(new Error("stop")));
  expect(seen[0]?.aborted).toBe(true);
  await expect(answer).rejects.toThrow("stop");
  expect(clock.pending()).toBe(0);
});

it("a call that throws at once rejects, and no timer is left", async () => {
  const { clock, answer } = limited(() => {
    throw new Error("broken");
  });
  await expect(answer).rejects.toThrow("broken");
  expect(clock.pending()).toBe(0);
});
