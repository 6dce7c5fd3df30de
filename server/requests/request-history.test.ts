// The file of sent requests, which is replaced when it has grown.

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { RecordJournal } from "../files/record-journal.js";
import { RequestHistory } from "./request-history.js";

it("is replaced once, however many requests are added meanwhile", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-request-history-"));
  const change = vi.spyOn(RecordJournal.prototype, "change");
  onTestFinished(() => change.mockRestore());
  const path = join(folder, "requests.jsonl");
  const history = new RequestHistory({ path, isKept: true, redact: (text) => text, schemes: () => [] });
  for (let atMs = 1; atMs <= 1_100; atMs++)
    history.add({ url: "https://a.example" }, atMs, "me", { status: 200, ms: 1 });
  await history.close();
  expect(change).toHaveBeenCalledOnce();
  expect(readFileSync(path, "utf8").trimEnd().split("\n")).toHaveLength(599);
});
