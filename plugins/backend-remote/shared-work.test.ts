// Several callers, one piece of work.

import { expect, test } from "vitest";
import { sharedWork } from "./shared-work.js";

function byHand() {
  const share = sharedWork<string, number>();
  const begun: {
    readonly key: string;
    readonly signal: AbortSignal;
    tell(news: number): void;
    end(): void;
    fail(): void;
  }[] = [];
  const work = (key: string) => (signal: AbortSignal, tell: (news: number) => void) =>
    new Promise<string>((resolve, reject) => {
      begun.push({
        key,
        signal,
        tell,
        end: () => {
          resolve(`done ${key}`);
        },
        fail: () => {
          reject(new Error("failed"));
        },
      });
    });
  const join = (key: string, waiting: Parameters<typeof share>[2] = {}) => share(key, work(key), waiting);
  return { join, begun };
}

test("callers with one key share it, others do not", async () => {
  const { join, begun } = byHand();
  const results = [join("a"), join("a"), join("b")];
  begun.forEach(({ end }) => {
    end();
  });
  expect(await Promise.all(results)).toEqual(["done a", "done a", "done b"]);
  expect(begun.map(({ key }) => key)).toEqual(["a", "b"]);
});

test("what is done, or failed, is done again for the next one", async () => {
  const { join, begun } = byHand();
  const first = join("a");
  begun[0]?.fail();
  await expect(first).rejects.toThrow("failed");
  const second = join("a");
  begun[1]?.end();
  expect(await second).toBe("done a");
});

test("one who gives up leaves it to the others; the last one ends it", async () => {
  const { join, begun } = byHand();
  const [one, two] = [new AbortController(), new AbortController()];
  const results = [join("a", { signal: one.signal }), join("a", { signal: two.signal })];
  const settled = Promise.allSettled(results);
  one.abort();
  await expect(results[0]).rejects.toThrow("aborted");
  expect(begun[0]?.signal.aborted).toBe(false);
  two.abort();
  await settled;
  expect(begun[0]?.signal.aborted).toBe(true);
});

test("who comes after the last one has given up begins it anew", async () => {
  const { join, begun } = byHand();
  const giveUp = new AbortController();
  const first = join("a", { signal: giveUp.signal });
  giveUp.abort();
  await expect(first).rejects.toThrow();
  const second = join("a");
  begun[1]?.end();
  expect(await second).toBe("done a");
});

test("each hears the news since he came, and one who fails at it disturbs nobody", async () => {
  const { join, begun } = byHand();
  const [early, late]: [number[], number[]] = [[], []];
  const results = [
    join("a", {
      hear: () => {
        throw new Error("mine");
      },
    }),
    join("a", { hear: (news) => early.push(news) }),
  ];
  begun[0]?.tell(1);
  results.push(join("a", { hear: (news) => late.push(news) }));
  begun[0]?.tell(2);
  begun[0]?.end();
  await Promise.all(results);
  expect([early, late]).toEqual([[1, 2], [2]]);
});
