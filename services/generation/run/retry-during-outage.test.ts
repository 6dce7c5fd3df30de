// A request that is repeated during an outage tells the job so, once, and that it is over.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { fault } from "@pictor/kernel";
import type { JobInput } from "../state/job-state.js";
import { retryDuringOutage } from "./retry-during-outage.js";

it.each<[string, number, readonly JobInput[]]>([
  ["nothing of an answer at once", 0, []],
  [
    "the reason, and the end",
    3,
    [{ type: "outage", reason: "The backend http://h/ cannot be reached: it is closed" }, { type: "outage" }],
  ],
])("tells %s", async (_name, failures, expected) => {
  const clock = createFakeClock();
  const told: JobInput[] = [];
  let left = failures;
  const answer = retryDuringOutage(
    () =>
      left-- > 0
        ? Promise.reject(fault("BACKEND_UNREACHABLE", { url: "http://h/", reason: "it is closed" }))
        : Promise.resolve("yes"),
    { clock, signal: new AbortController().signal, dispatch: (input) => void told.push(input) },
  );
  await clock.advance(60_000);
  expect(await answer).toBe("yes");
  expect(told).toEqual(expected);
});
