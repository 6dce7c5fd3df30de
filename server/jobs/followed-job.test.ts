// A job that ends with its server before its generation has started.

import type { Pictor } from "@pictor/host";
import { createFakeClock } from "@pictor/host/testing";
import type { Generation } from "@pictor/kernel";
import { expect, it } from "vitest";
import { createEventLog } from "../events/event-log.js";
import { jobOf } from "../testing/job-of.js";
import { FollowedJob } from "./followed-job.js";
import type { JobJournal } from "./job-journal.js";

const job = jobOf({ state: "building", request: { workflow: "txt2img" } });

it.each([
  ["leave", "leave"],
  ["cancel", "cancel"],
] as const)("by %s: the generation that starts meanwhile is told", async (how, called) => {
  const clock = createFakeClock();
  const told: string[] = [];
  const result = Promise.resolve({
    status: "interrupted",
    by: "caller",
    jobId: "g",
    outputs: [],
    problems: [],
  } as const);
  const end = (name: string) => () => {
    told.push(name);
    return result;
  };
  const events = (async function* () {})();
  const generation: Generation = { jobId: "g", events, result, cancel: end("cancel"), leave: end("leave") };
  const opened = { instance: { name: "farm" }, backend: { facets: {} } };
  const followed = new FollowedJob(
    { job, paths: {} },
    {
      pictor: { openBackend: () => Promise.resolve(opened) } as unknown as Pictor,
      log: createEventLog({ clock, capacity: 10 }),
      journal: { append: () => Promise.resolve() } as unknown as JobJournal,
      clock,
    },
  );
  let start = (_generation: Generation): void => undefined;
  const started = new Promise<Generation>((resolve) => (start = resolve));
  const following = followed.follow([{ start: () => started }]);
  await followed.end(how);
  start(generation);
  await following;
  expect(told).toEqual([called]);
});
