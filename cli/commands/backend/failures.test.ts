// `pictor backend failures`, `retry` and `discard` for a backend that keeps failed prompts.

import { expect, it } from "vitest";
import { fakeFailures } from "@pictor/host/testing";
import { createBackendFixture } from "../../testing/backend-fixture.js";
import { runDisposal, runFailures } from "./failures.js";
import { failureLines, failureRows } from "./failures-text.js";

const times = { createdAt: 0, endedAt: 60_000, attempts: 2 };
const lost = {
  promptId: "3f2a91c0-1",
  state: "lost",
  reason: "gpu-1 has ended.",
  owner: "anna",
  member: "gpu-1",
  ...times,
} as const;
const failed = {
  promptId: "3f2b0000-2",
  state: "failed",
  reason: "A node failed.",
  error: { node: "3", classType: "KSampler", exception: "OutOfMemoryError", message: "out of\nmemory" },
  ...times,
} as const;

it("failed prompts are rows with who had them and why", () => {
  expect(failureRows([lost, failed], 360_000)).toEqual([
    ["PROMPT", "STATE", "ENDED", "OWNER", "MEMBER", "REASON"],
    ["3f2a91c0-1", "lost", "5 minutes ago", "anna", "gpu-1", "gpu-1 has ended."],
    ["3f2b0000-2", "failed", "5 minutes ago", "-", "-", "A node failed."],
  ]);
});

it("one is shown with its error, each fact in a line", () => {
  const lines = failureLines(failed);
  expect(lines).toContain("attempts:  2");
  expect(lines.at(-1)).toMatch(/^error: {5}node 3 \(KSampler\): OutOfMemoryError: out of\W+memory$/);
  expect(lines).toContain("reason:    A node failed.");
  const same = failureLines({ ...failed, reason: failed.error.message });
  expect(same.filter((line) => line.includes("memory"))).toEqual([lines.at(-1)]);
});

async function start() {
  const fake = fakeFailures([lost, failed]);
  const { run } = await createBackendFixture({ failures: fake.facet });
  return { fake, run };
}

it("are listed, and one is found by the beginning of its id", async () => {
  const { run } = await start();
  const all = await run((host) => runFailures(host, "studio", undefined));
  expect(all.out).toMatch(/^3f2a91c0-1 +lost .* anna +gpu-1 +gpu-1 has ended\.$/m);
  const one = await run((host) => runFailures(host, "studio", "3f2b"));
  expect(one.out).toContain("OutOfMemoryError");
  const json = await run((host) => runFailures(host, "studio", undefined, { limit: "1" }), { json: true });
  expect(json.records).toMatchObject([{ type: "result", failures: [lost] }]);
});

it("are retried and discarded by their ids, or all at once", async () => {
  const { fake, run } = await start();
  const retried = await run((host) => runDisposal(host, "retry", "studio", ["3f2a"]));
  expect(retried.err).toContain("3f2a91c0-1 waits again. It may have been run before.");
  const all = { all: true, yes: true } as const;
  const discarded = await run((host) => runDisposal(host, "discard", "studio", [], all), { json: true });
  expect(discarded.records).toMatchObject([{ type: "result", promptIds: ["3f2b0000-2"] }]);
  expect([discarded.code, fake.done]).toEqual([0, ["retry 3f2a91c0-1", "discard 3f2b0000-2"]]);
  const nothing = await run((host) => runDisposal(host, "discard", "studio", [], all));
  expect(nothing.err).toContain("studio has no failed prompts.");
  const none = await run((host) => runFailures(host, "studio", undefined));
  expect(none.err).toContain("studio has no failed prompts.");
});

it("all of them are a question first, which tells what may have been run", async () => {
  const { fake, run } = await start();
  const retryAll = { all: true };
  const kept = await run((host) => runDisposal(host, "retry", "studio", [], retryAll), { answers: ["no"] });
  expect(kept.err).toContain("The failed prompts stay as they are.");
  expect(kept.questions).toMatchObject([
    {
      title: "Queue 2 failed prompts of studio again?",
      detail: ["1 prompt of them may have been run before."],
    },
  ]);
  const nobody = await run((host) => runDisposal(host, "discard", "studio", [], retryAll));
  expect([nobody.code, fake.done]).toEqual([2, []]);
  await run((host) => runDisposal(host, "retry", "studio", [], retryAll), { answers: ["yes"] });
  expect(fake.done).toHaveLength(2);
});

it.each([
  [["3f2"], {}, '"3f2" matches 2 failed prompts of studio'],
  [["9"], {}, 'No failed prompt of studio has an id that begins with "9"'],
  [[""], {}, 'No failed prompt of studio has an id that begins with ""'],
  [[], {}, "Which failed prompts of studio?"],
  [["3f2a"], { all: true }, "Which failed prompts of studio?"],
])("the ids %j with %j are refused", async (ids, options, message) => {
  const { fake, run } = await start();
  const { code, err } = await run((host) => runDisposal(host, "retry", "studio", ids, options));
  expect([code, fake.done]).toEqual([2, []]);
  expect(err).toContain(message);
});
