// What a button starts: busy until the reply, failed with a reason, or stopped.

import { expect, it } from "vitest";
import { Attempt } from "./attempt.js";

const never = new Promise<never>(() => undefined);

it("is busy until the work has ended, and resolves to what it does", async () => {
  const attempt = new Attempt();
  const done = attempt.run(() => Promise.resolve("saved"));
  expect(attempt.isBusy).toBe(true);
  expect(await done).toBe("saved");
  expect([attempt.isBusy, attempt.error]).toEqual([false, undefined]);
});

it("has the reason of the last failure until the next attempt", async () => {
  const attempt = new Attempt();
  const refused = (): Promise<string> => Promise.reject(new Error("no room"));
  expect(await attempt.run(refused)).toBeUndefined();
  expect([attempt.error?.text, attempt.wasStopped]).toEqual(["no room", false]);
  await attempt.run(() => Promise.resolve(1));
  expect(attempt.error).toBeUndefined();
});

it("ends at once when it is stopped, also work that does not look at its signal, and is no failure", async () => {
  const attempt = new Attempt();
  let given: AbortSignal | undefined;
  const both = [
    attempt.run((signal) => {
      given = signal;
      return never;
    }),
    attempt.run(() => never),
  ];
  attempt.stop();
  expect(await Promise.all(both)).toEqual([undefined, undefined]);
  expect(given?.aborted).toBe(true);
  expect([attempt.isBusy, attempt.error, attempt.wasStopped]).toEqual([false, undefined, true]);
});
