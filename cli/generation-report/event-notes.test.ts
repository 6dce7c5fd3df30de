// Lines of their own while a job runs.

import type { JobEvent } from "@pictor/host";
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
  const tell = createEventNotes({ live, note: (text) => lines.push(text) });
  events.forEach(tell);
  return lines;
}

it("a connection that is lost, however often that is said, and one that is back", () => {
  expect(notes([connection("lost"), connection("lost"), connection("open"), connection("open")])).toEqual([
    "Connection lost, reconnecting.",
    "Reconnected.",
  ]);
});
it("nothing of one that is open, and was made anew on purpose", () => {
  expect(notes([connection("open"), connection("open"), connection("open")])).toEqual([]);
});
it("nothing of the first connection, or of its end", () => {
  expect(notes([connection("open"), connection("closed")])).toEqual([]);
});
it("each upload once, with its size, and without escape sequences", () => {
  expect(notes([upload("a.png", 0), upload("a.png", 9), upload("b\u001b[2J.png", 0)])).toEqual([
    "Uploading a.png (2.5 MB).",
    "Uploading b\uFFFD[2J.png (2.5 MB).",
  ]);
});
it("no upload where the live line shows it", () => {
  expect(notes([upload("a.png", 0)], true)).toEqual([]);
});
