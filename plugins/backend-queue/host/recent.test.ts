// Readings that many ask for are made once in five seconds.

import { expect, it } from "vitest";
import { createFakeClock, settlePromises } from "@pictor/host/testing";
import { createRecent } from "./recent.js";

function readings() {
  const clock = createFakeClock();
  const asked: { readonly key: string; resolve(value: string): void; reject(error: Error): void }[] = [];
  const read = createRecent(
    clock,
    (key: string) =>
      new Promise<string>((resolve, reject) => {
        asked.push({ key, resolve, reject });
      }),
  );
  return { clock, asked, read };
}

it("each key is read once, and again after five seconds", async () => {
  const { clock, asked, read } = readings();
  const [first, second] = [read("a"), read("a")];
  void read("b");
  asked[0]?.resolve("x");
  expect(await Promise.all([first, second])).toEqual(["x", "x"]);
  await clock.advance(4_999);
  void read("a");
  expect(asked.map(({ key }) => key)).toEqual(["a", "b"]);
  await clock.advance(1);
  void read("a");
  expect(asked.map(({ key }) => key)).toEqual(["a", "b", "a"]);
});

it("a reading that has failed is made again, and leaves a later one as it is", async () => {
  const { clock, asked, read } = readings();
  const first = read("a");
  await clock.advance(5_000);
  const second = read("a");
  asked[0]?.reject(new Error("no answer"));
  await expect(first).rejects.toThrow("no answer");
  await settlePromises();
  expect(read("a")).toBe(second);
  asked[1]?.reject(new Error("no answer"));
  await expect(second).rejects.toThrow("no answer");
  void read("a");
  expect(asked).toHaveLength(3);
});
