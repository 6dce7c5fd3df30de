// The notifications of progress: they grow, repeat nothing, and are sent only to a client that wants them.

import { expect, it } from "vitest";
import { reporter } from "./progress.js";

function start(token: string | undefined) {
  const sent: unknown[] = [];
  const report = reporter(token, (notification) => {
    sent.push(notification.params);
    return Promise.resolve();
  });
  return { report, sent };
}

it("grows with the part that is done, and a little with each other message", () => {
  const { report, sent } = start("t");
  report(0, "queued");
  report(0, "queued");
  report(0, "KSampler 1/20");
  report(0.051, "KSampler 1/20");
  report(0.052, "KSampler 1/20");
  report(0.04, "VAEDecode");
  report(1, "fetching");
  const common = { progressToken: "t", total: 100 };
  expect(sent).toEqual([
    { ...common, progress: 0, message: "queued" },
    { ...common, progress: 0.01, message: "KSampler 1/20" },
    { ...common, progress: 5, message: "KSampler 1/20" },
    { ...common, progress: 5.01, message: "VAEDecode" },
    { ...common, progress: 100, message: "fetching" },
  ]);
});

it("is not sent without a token, nor above the total", () => {
  const { report, sent } = start(undefined);
  report(0.5, "running");
  expect(sent).toEqual([]);
  const full = start("t");
  full.report(1, "running");
  full.report(1, "fetching");
  expect(full.sent).toHaveLength(1);
});
