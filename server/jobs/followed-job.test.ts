// A job that ends with its server before its generation has started, and what is kept of one that runs.

import type { Job } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { createFakeClock, outputFile } from "@pictor/host/testing";
import type { Generation, JobEvent, Output, Problem } from "@pictor/kernel";
import { expect, it } from "vitest";
import { EventLog } from "../events/event-log.js";
import { jobOf } from "../../client/testing/job-of.js";
import { generationOf } from "../testing/generation-of.js";
import { FollowedJob } from "./followed-job.js";
import type { JobJournal } from "./job-journal.js";
import type { JobRecord } from "./job-record.js";

const job = jobOf({ seq: 0, state: "building", request: { workflow: "txt2img" } });
const interrupted = {
  status: "interrupted",
  by: "caller",
  jobId: job.id,
  outputs: [],
  problems: [],
} as const;

/** A job whose backend stays open without this process, and the records that it has written. */
function follow(change: Partial<Job> = {}) {
  const clock = createFakeClock();
  const written: JobRecord[] = [];
  const append = (record: JobRecord) => Promise.resolve(void written.push(record));
  const opened = { instance: { name: "farm" }, backend: { facets: {} } };
  const followed = new FollowedJob(
    { job: { ...job, ...change }, paths: {} },
    {
      pictor: {
        openBackend: () => Promise.resolve(opened),
        redact: (text: string) => text.replaceAll("sesame", "***"),
      } as unknown as Pictor,
      log: new EventLog({ clock, capacity: 10 }),
      journal: { append } as unknown as JobJournal,
      clock,
    },
  );
  return { followed, written };
}

it.each([
  ["leave", "leave"],
  ["cancel", "cancel"],
] as const)("by %s: the generation that starts meanwhile is told", async (how, called) => {
  const told: string[] = [];
  const result = Promise.resolve(interrupted);
  const end = (name: string) => () => {
    told.push(name);
    return result;
  };
  const events = (async function* () {})();
  const generation: Generation = {
    jobId: job.id,
    events,
    result,
    cancel: end("cancel"),
    leave: end("leave"),
  };
  const { followed } = follow();
  let start = (_generation: Generation): void => undefined;
  const started = new Promise<Generation>((resolve) => (start = resolve));
  const following = followed.follow([{ start: () => started }]);
  await followed.end(how);
  start(generation);
  await following;
  expect(told).toEqual([called]);
});

it("the problems of all parts are listed once each, without a secret", async () => {
  const { followed } = follow();
  const problemOf = (code: string): Problem => ({ code, message: "of sesame" });
  const partOf = (name: string) => {
    const [warned, reported] = [problemOf(`${name}_WARNED`), problemOf(`${name}_REPORTED`)];
    const warning: JobEvent = { type: "warning", problem: warned, jobId: job.id, batch: 0 };
    const ending = { status: "finished", jobId: job.id, outputs: [], problems: [warned, reported] } as const;
    return { start: () => generationOf([warning], ending) };
  };
  await followed.follow([partOf("ONE"), partOf("TWO")]);
  expect(followed.job.problems).toEqual(
    ["ONE_WARNED", "ONE_REPORTED", "TWO_WARNED", "TWO_REPORTED"].map((code) => ({ code, message: "of ***" })),
  );
});

it("a problem that every part has, and the job before a restart, is listed once, also while the parts run", async () => {
  const problem: Problem = { code: "HOOK_FAILED", message: "of sesame", plugin: "watcher" };
  const warning: JobEvent = { type: "warning", problem, jobId: job.id, batch: 0 };
  const running: JobEvent = { type: "job", state: "running", promptId: "p0", jobId: job.id, batch: 0 };
  const ending = { status: "finished", jobId: job.id, outputs: [], problems: [problem] } as const;
  const part = { start: () => generationOf([warning, running], ending) };
  const listed = { ...problem, message: "of ***" };
  const { followed, written } = follow({ problems: [listed] });
  await followed.follow([part, part]);
  expect([...written.map((record) => record.job), followed.job].map(({ problems }) => problems)).toEqual(
    Array.from({ length: written.length + 1 }, () => [listed]),
  );
  expect(written.length).toBeGreaterThan(1);
});

const file = outputFile();
const output: Output = {
  jobId: job.id,
  batch: 0,
  index: 0,
  place: 0,
  file,
  mime: "image/png",
  prompt: { positive: "", negative: "" },
  metadata: {},
  path: "/images/a.png",
  open: () => {
    throw new Error("nobody reads it");
  },
};

it("the files of the batches so far are in the journal, for the server that goes on after a crash", async () => {
  const { followed, written } = follow();
  const state = { type: "job", state: "queued", jobId: job.id } as const;
  const events: readonly JobEvent[] = [
    { ...state, batch: 0, promptId: "p0" },
    { type: "output", output, jobId: job.id, batch: 0 },
    { ...state, batch: 1, promptId: "p1" },
  ];
  await followed.follow([{ start: () => generationOf(events, interrupted) }]);
  expect(written.map(({ paths }) => paths)).toEqual([{}, { "0": "/images/a.png" }, { "0": "/images/a.png" }]);
});
