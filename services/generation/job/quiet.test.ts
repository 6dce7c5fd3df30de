// A prompt that runs, as its server says, and gives no sign of life.

import { afterEach, beforeAll, expect, it } from "vitest";
import { createTestPictor, settlePromises, type TestPictor } from "@pictor/host/testing";
import type { JobEvent } from "@pictor/kernel";
import { createFakeBackend } from "../../testing/fake-backend.js";
import { fakeConfiguration, fakeWorkflow } from "../../testing/fake-plugins.js";
import { warmUpBuild } from "../../testing/job-model-world.js";

beforeAll(warmUpBuild);

let test: TestPictor;
afterEach(() => {
  void test.dispose();
  return settlePromises();
});

/** The warnings of a generation that runs, or of a job that follows its prompt. */
async function warningsAfter(minutes: number, attached: boolean): Promise<readonly string[]> {
  const backend = createFakeBackend({ fate: "running" });
  test = await createTestPictor({ plugins: [backend, fakeWorkflow], configuration: fakeConfiguration });
  const { clock, pictor } = test;
  const warnings: string[] = [];
  let hasEnded = false;
  const follow = async (events: AsyncIterable<JobEvent>): Promise<void> => {
    for await (const event of events) if (event.type === "warning") warnings.push(event.problem.message);
    hasEnded = true;
  };
  const generation = pictor.generate({ workflow: "fake" });
  if (!attached) void follow(generation.events);
  await settlePromises();
  const [promptId = ""] = backend.prompts.keys();
  if (attached) void follow(pictor.attach({ promptId }).events);
  for (let step = 0; step < minutes * 4; step++) await clock.advance(15_000);
  await settlePromises();
  expect(hasEnded).toBe(false);
  return warnings;
}

it.each<[string, number, boolean, readonly RegExp[]]>([
  [
    "is told once, while the job runs",
    9,
    false,
    [/says that the prompt .* is running.*nothing about it for 3 minutes/],
  ],
  ["is not told before its time", 2, false, []],
  ["is not told of a prompt of somebody else, whose events the backend sends to them", 9, true, []],
])("silence %s", async (_case, minutes, attached, expected) => {
  expect(await warningsAfter(minutes, attached)).toEqual(
    expected.map((text) => expect.stringMatching(text) as string),
  );
});
