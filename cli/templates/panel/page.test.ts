// What the page shows, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { progressText } from "./page/progress-text.ts";

test("progress is shown in percent", () => {
  assert.equal(progressText("running", 0.256), "running, 26 %");
});

test("a state without progress is shown alone", () => {
  assert.equal(progressText("queued"), "queued");
});
