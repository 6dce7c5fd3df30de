// Output nodes that give no file although the server says success: words that are shown are nothing to warn of.

import { afterEach, describe, expect, it } from "vitest";
import { createTestKernel, settle, type TestKernel } from "../testing/index.js";
import { createFakeBackend, type FakeBackendOptions } from "./fake-backend.test.support.js";
import { fakeConfiguration, fakeWorkflow } from "./fake-plugins.test.support.js";
import { createFakeServer } from "./fake-server.test.support.js";
import { follow, settleAll } from "./server-stage.test.support.js";
import type { Plugin } from "../plugins/types.js";
import type { WorkflowDraft } from "./types.js";

const open: TestKernel[] = [];
afterEach(async () => {
  for (const test of open.splice(0)) await test.dispose();
});

/** Two nodes whose output counts: `Save`, which gives a file, and `9`. */
const withSecondOutput = {
  ...fakeWorkflow,
  plugin: (() => ({
    handlers: {
      prepare: (draft: WorkflowDraft): WorkflowDraft => ({
        ...draft,
        graph: {
          Save: { class_type: "FakeSave", inputs: { text: "a" } },
          9: { class_type: "FakeSave", inputs: { text: "b" } },
        },
        outputs: ["Save", "9"],
      }),
    },
  })) as unknown as Plugin,
};

async function run(options: FakeBackendOptions = {}) {
  const plugins = [createFakeBackend(options), withSecondOutput];
  const test = await createTestKernel({ plugins, configuration: fakeConfiguration });
  open.push(test);
  const { result } = test.kernel.generate({ workflow: "fake" });
  await settle();
  const { status, outputs, problems, ...rest } = await result;
  return { status, files: outputs.length, problems, error: "error" in rest ? rest.error : undefined };
}

describe("a run that succeeded, of which one output node gave a picture and one gave none", () => {
  it("says nothing where the other showed words", async () => {
    expect(await run({ shown: ["9"] })).toMatchObject({ status: "finished", files: 1, problems: [] });
  });

  it("tells of the one that gave nothing at all", async () => {
    const { status, files, problems } = await run();
    expect([status, files, problems.map(({ code }) => code)]).toEqual(["finished", 1, ["OUTPUT_NONE"]]);
    expect(problems[0]?.message).toContain("lists no file of 9.");
  });
});

it("a run that showed words and gave no file at all fails", async () => {
  const { status, error } = await run({ files: [], shown: ["9"] });
  expect([status, error?.code]).toEqual(["failed", "OUTPUT_NONE"]);
  expect(error?.message).toContain("Save, 9");
});

it("without a record, nobody is said to have given nothing", async () => {
  const server = createFakeServer();
  Object.assign(server.knobs, { keepsHistory: false });
  const stage = await createTestKernel({
    plugins: [server, withSecondOutput],
    configuration: fakeConfiguration,
  });
  server.useClock(stage.clock);
  open.push(stage);
  const { now } = follow(stage.kernel.generate({ workflow: "fake" }));
  await settleAll();
  server.start();
  server.finish("succeeded");
  await settleAll();
  await stage.clock.advance(10_000);
  await settleAll();
  const result = await now();
  expect(result).toMatchObject({ status: "finished", outputs: [{ index: 0 }] });
  expect(result !== "goes on" && result.problems.map(({ code }) => code)).toEqual(["JOB_RECORD_MISSING"]);
});
