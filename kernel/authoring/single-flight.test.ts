// A single flight has one run for all callers, even if some of them stop waiting.

import { expect, it } from "vitest";
import { createSingleFlight } from "./single-flight.js";

it("runs once for callers of one key, and anew after the run has settled", async () => {
  const flight = createSingleFlight<number>();
  let runs = 0;
  const work = () => Promise.resolve(++runs);
  expect(await Promise.all([flight("a", work), flight("a", work), flight("b", work)])).toEqual([1, 1, 2]);
  expect(await flight("a", work)).toBe(3);
});

it("continues when its first caller is aborted", async () => {
  const flight = createSingleFlight<string>();
  const first = new AbortController();
  let finish: (value: string) => void = () => undefined;
  const work = () => new Promise<string>((resolve) => (finish = resolve));
  const aborted = flight("a", work, first.signal);
  const waiting = flight("a", work);
  first.abort(new Error("cancelled"));
  await expect(aborted).rejects.toThrow("cancelled");
  finish("token");
  expect(await waiting).toBe("token");
});

it("rejects for every waiting caller, and then starts a new run", async () => {
  const flight = createSingleFlight<string>();
  const failing = () => Promise.reject(new Error("no"));
  const both = await Promise.allSettled([flight("a", failing), flight("a", failing)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await flight("a", () => Promise.resolve("yes"))).toBe("yes");
});
