// Notes during a job.

import type { JobEvent } from "@pictor/kernel";
import { expect, it } from "vitest";
import { createEventNotes } from "./event-notes.js";

const connection = (state: "open" | "lost" | "closed"): JobEvent => ({ type: "connection", state });
const upload = (file: string, sent: number): JobEvent => ({
  type: "upload",
  file,
  sent,
  total: 2_500_000,
  jobId: "j",
  batch: 0,
});

function notes(events: readonly JobEvent[], live = false): readonly string[] {
  const lines: string[] = [];
  const noteEvent = createEventNotes({ live, note: (text) => lines.push(text) });
  events.forEach(noteEvent);
  return lines;
}

it("notes the loss and the return of the connection once each", () => {
  expect(notes([connection("lost"), connection("lost"), connection("open"), connection("open")])).toEqual([
    "Connection lost, reconnecting.",
    "Reconnected.",
  ]);
});
it("notes the loss of the connection once, although the job says it, too", () => {
  const wait = { why: "connection", detail: "the connection is lost" } as const;
  const cut: JobEvent = { type: "job", state: "running", jobId: "j", batch: 0, wait };
  expect(notes([connection("lost"), cut])).toEqual(["Connection lost, reconnecting."]);
});
it("prints no note for the first connection and for its end", () => {
  expect(notes([connection("open"), connection("closed")])).toEqual([]);
});
it("notes each upload once, with its size, and without escape sequences", () => {
  expect(notes([upload("a.png", 0), upload("a.png", 9), upload("b\u001b[2J.png", 0)])).toEqual([
    "Uploading a.png (2.5 MB).",
    "Uploading b\uFFFD[2J.png (2.5 MB).",
  ]);
});
it("prints no note for an upload if the live line shows it", () => {
  expect(notes([upload("a.png", 0)], true)).toEqual([]);
});

it("notes each reason for which a queued job waits once", () => {
  const queued = (detail?: string): JobEvent => ({
    type: "job",
    state: "queued",
    jobId: "j",
    batch: 0,
    ...(detail !== undefined && { wait: { why: "draining", detail } }),
  });
  expect(
    notes([queued(), queued("a"), queued("a"), queued("b\n"), queued("b\n"), queued(), queued("b")]),
  ).toEqual(["The job is waiting: a.", "The job is waiting: b .", "The job is waiting: b."]);
});
