// Which jobs of a journal a server that starts follows, shows, and leaves alone.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Job } from "@pictor/client";
import { jobOf } from "../../client/testing/job-of.js";
import { createJobJournal, restoreRecords, serversOf } from "./job-journal.js";
import type { JobRecord } from "./job-record.js";

const recordOf = (id: string, server: string | undefined, job: Partial<Job> = {}): JobRecord => ({
  job: jobOf({ id, createdAtMs: Number(id), ...job }),
  paths: {},
  ...(server !== undefined && { server }),
});
const ended = { state: "finished", endedAtMs: 9 } as const;
const idsOf = (records: readonly JobRecord[]) => records.map(({ job, server }) => [job.id, server]);

it("a line that is no job is left out, and costs no other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-job-journal-"));
  const path = join(folder, "jobs.jsonl");
  const good = recordOf("1", "me");
  const { promptIds: _left, ...other } = good.job;
  const lines = [{ ...good, job: { id: "../x" } }, { ...good, job: other }, { ...good, server: 5 }, good];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(await createJobJournal(path).read()).toEqual([good]);
});

it("asks after the servers of jobs that have not ended", () => {
  const records = [
    recordOf("1", "gone"),
    recordOf("2", "done"),
    recordOf("2", "done", ended),
    recordOf("3", undefined),
  ];
  expect([...serversOf(records)]).toEqual(["gone"]);
});

it("jobs of servers that have ended are its own, those of other servers stay theirs", () => {
  const records = [
    recordOf("1", "gone"),
    recordOf("2", "living"),
    recordOf("3", undefined),
    recordOf("4", "living"),
    recordOf("4", "living", ended),
    // A server that has started meanwhile.
    recordOf("5", "new"),
    recordOf("6", "../elsewhere"),
  ];
  expect([...serversOf(records)]).not.toContain("../elsewhere");
  const { own, others } = restoreRecords(records, "me", new Set(["gone"]), { kept: 100, nowMs: 9 });
  expect(idsOf(own)).toEqual([
    ["1", "me"],
    ["3", "me"],
    ["4", "living"],
    ["6", "me"],
  ]);
  expect(idsOf(others)).toEqual([
    ["2", "living"],
    ["5", "new"],
  ]);
});

it("a line that is in the file again, after later ones, changes nothing", () => {
  const newer = { ...recordOf("1", "other", { promptIds: ["p"] }), revision: 2 };
  const older = { ...recordOf("1", "other", { promptIds: ["p", "q"] }), revision: 1 };
  expect(restoreRecords([older, newer, older], "me", new Set(), { kept: 9, nowMs: 9 }).others).toEqual([
    newer,
  ]);
});

it("only the newest jobs are kept, and all that other servers follow", () => {
  const records = ["1", "2", "3", "4"].map((id) => recordOf(id, "x", id === "1" ? {} : ended));
  const { own, others } = restoreRecords(records, "me", new Set(), { kept: 2, nowMs: 9 });
  expect([own, others].map((part) => part.map(({ job }) => job.id))).toEqual([["3", "4"], ["1"]]);
});
