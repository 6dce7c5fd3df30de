// Concurrent callers that share one piece of work.

import { expect, test } from "vitest";
import { createAbortableFlight } from "./abortable-flight.js";

function controlledWork() {
  const share = createAbortableFlight<string, number>();
  const started: {
    readonly key: string;
    readonly signal: AbortSignal;
    report(progress: number): void;
    finish(): void;
    fail(): void;
  }[] = [];
  const work = (key: string) => (signal: AbortSignal, report: (progress: number) => void) =>
    new Promise<string>((resolve, reject) => {
      started.push({
        key,
        signal,
        report,
        finish: () => resolve(`done ${key}`),
        fail: () => reject(new Error("failed")),
      });
    });
  const join = (key: string, waiter: Parameters<typeof share>[2] = {}) => share(key, work(key), waiter);
  return { join, started };
}

test("callers with the same key share the work, callers with another key do not", async () => {
  const { join, started } = controlledWork();
  const results = [join("a"), join("a"), join("b")];
  started.forEach(({ finish }) => finish());
  expect(await Promise.all(results)).toEqual(["done a", "done a", "done b"]);
  expect(started.map(({ key }) => key)).toEqual(["a", "b"]);
});

test("neither a result nor a failure is cached for the next caller", async () => {
  const { join, started } = controlledWork();
  const first = join("a");
  started[0]?.fail();
  await expect(first).rejects.toThrow("failed");
  const second = join("a");
  started[1]?.finish();
  expect(await second).toBe("done a");
});

test("the work goes on when one caller cancels, and is aborted when the last one does", async () => {
  const { join, started } = controlledWork();
  const [one, two] = [new AbortController(), new AbortController()];
  const results = [join("a", { signal: one.signal }), join("a", { signal: two.signal })];
  const settled = Promise.allSettled(results);
  one.abort();
  await expect(results[0]).rejects.toThrow("aborted");
  expect(started[0]?.signal.aborted).toBe(false);
  two.abort();
  await settled;
  expect(started[0]?.signal.aborted).toBe(true);
});

test("a caller after the last cancellation starts the work again", async () => {
  const { join, started } = controlledWork();
  const controller = new AbortController();
  const first = join("a", { signal: controller.signal });
  controller.abort();
  await expect(first).rejects.toThrow();
  const second = join("a");
  started[1]?.finish();
  expect(await second).toBe("done a");
});

test("each caller receives the progress since it joined, and a callback that throws affects no other caller", async () => {
  const { join, started } = controlledWork();
  const [early, late]: [number[], number[]] = [[], []];
  const results = [
    join("a", {
      onProgress: () => {
        throw new Error("mine");
      },
    }),
    join("a", { onProgress: (step) => early.push(step) }),
  ];
  started[0]?.report(1);
  results.push(join("a", { onProgress: (step) => late.push(step) }));
  started[0]?.report(2);
  started[0]?.finish();
  await Promise.all(results);
  expect([early, late]).toEqual([[1, 2], [2]]);
});
