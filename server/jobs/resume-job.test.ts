// How jobs go on after a restart: prompts that were sent are followed, and batches that were not are submitted.

import { expect, it } from "vitest";
import type { Job } from "@pictor/client";
import { jobOf } from "../../client/testing/job-of.js";
import type { JobRecord } from "./job-record.js";
import { resumed, stepsToResume, withSent } from "./resume-job.js";

const request = { workflow: "txt2img", count: 3 };
const recordOf = (job: Partial<Job>, more: Partial<JobRecord> = {}): JobRecord => ({
  job: jobOf({ count: 3, request, ...job }),
  paths: {},
  ...more,
});
const sent = (...batches: readonly number[]) => batches.map((batch) => ({ promptId: `p${batch}`, batch }));
const attach = (batch: number) => ({ is: "attach", promptId: `p${batch}`, batch });
const submit = (...batches: readonly number[]) => ({ is: "submit", request, batches });

it.each([
  ["that was sent nowhere is submitted", recordOf({}, { sent: [] }), [submit(0, 1, 2)]],
  [
    "that waits in this process is submitted, although its backend has accepted it",
    recordOf({ promptIds: ["p0"] }, { sent: [] }),
    [submit(0, 1, 2)],
  ],
  [
    "of which a part was sent is followed first, and the rest is submitted",
    recordOf({}, { sent: sent(1, 0) }),
    [attach(0), attach(1), submit(2)],
  ],
  [
    "whose first batches have ended goes on after them",
    recordOf({ batch: 1 }, { sent: sent(0, 1) }),
    [attach(1), submit(2)],
  ],
  ["that was sent wholly is followed", recordOf({ batch: 2 }, { sent: sent(0, 1, 2) }), [attach(2)]],
  [
    "that has repeated a prompt is followed by the last one",
    recordOf({ count: 1 }, { sent: [{ promptId: "first", batch: 0 }, ...sent(0)] }),
    [attach(0)],
  ],
  [
    "that follows a prompt of another program follows it again",
    recordOf({ count: 1, request: undefined as never }, { sent: sent(0) }),
    [{ is: "attach", promptId: "p0" }],
  ],
  [
    "that follows a later batch of another job follows it again",
    recordOf({ count: 1, batch: 2, request: undefined as never }, { sent: sent(0) }),
    [{ is: "attach", promptId: "p0" }],
  ],
  ["of an earlier version counts as sent", recordOf({ count: 1, promptIds: ["p0"] }), [attach(0)]],
])("a job %s", (_name, record, steps) => {
  expect(stepsToResume(record)).toEqual(steps);
});

it("notes where prompts are, each once", () => {
  const note = (record: JobRecord, promptId: string, isSent: boolean) =>
    withSent(record, { promptId, batch: 0, isSent });
  const before = recordOf({}, { sent: [] });
  const first = note(before, "p0", true);
  expect(first.sent).toEqual(sent(0));
  expect(note(first, "p0", true)).toBe(first);
  expect(note(first, "p0", false).sent).toEqual([]);
  expect(note(before, "p0", false)).toBe(before);
});

it("outputs and texts of batches that are followed again are not kept twice", () => {
  const outputs = [0, 1].map((batch) => ({ index: batch, batch })) as unknown as Job["outputs"];
  const texts = [0, 1].map((batch) => ({ batch, node: "3", text: "hello" }));
  const record = recordOf({ batch: 1, outputs, texts }, { paths: { "0": "/a.png", "1": "/b.png" } });
  const { job, paths, server } = resumed(record, "me", 9);
  expect([job.outputs, paths, server]).toEqual([outputs.slice(0, 1), { "0": "/a.png" }, "me"]);
  expect(job.texts).toEqual(texts.slice(0, 1));
});

it("counts how often a server has begun with a job that no backend has accepted", () => {
  const twice = resumed(resumed(recordOf({}), "a", 9), "b", 9);
  expect(twice.starts).toBe(2);
  expect(resumed({ ...twice, job: { ...twice.job, promptIds: ["p"] } }, "c", 9).starts).toBe(0);
  const later = recordOf({ request: { ...request, notBeforeMs: 10 } });
  expect(resumed(later, "a", 9).starts).toBe(0);
});
