// Output nodes that give no file although the server says success: words that are shown are nothing to warn of.

import { afterEach, describe, expect, it } from "vitest";
import { createTestPictor, settlePromises, type TestPictor } from "@pictor/host/testing";
import { createFakeBackend, type FakeBackendOptions } from "../../testing/fake-backend.js";
import { fakeConfiguration, fakeWorkflow } from "../../testing/fake-plugins.js";
import { createFakeServer } from "../../testing/fake-server.js";
import { follow, openStage, settleAll } from "../../testing/server-stage.js";
import type { OutputFile, Plugin, WorkflowDraft } from "@pictor/kernel";

const open: TestPictor[] = [];
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
  const test = await createTestPictor({ plugins, configuration: fakeConfiguration });
  open.push(test);
  const { result } = test.pictor.generate({ workflow: "fake" });
  await settlePromises();
  const { status, outputs, problems, ...rest } = await result;
  return { status, files: outputs.length, problems, error: "error" in rest ? rest.error : undefined };
}

describe("a run that succeeded, of which one output node gave an image and one gave none", () => {
  it("says nothing where the other showed words", async () => {
    expect(await run({ shown: ["9"] })).toMatchObject({ status: "finished", files: 1, problems: [] });
  });

  it("tells of the one that gave nothing at all", async () => {
    const { status, files, problems } = await run();
    expect([status, files, problems.map(({ code }) => code)]).toEqual(["finished", 1, ["OUTPUT_NONE"]]);
    expect(problems[0]?.message).toContain("lists no file of 9.");
  });
});

describe("a run that succeeded and gave no file at all", () => {
  it("is finished where every output node showed words", async () => {
    const { status, files, problems } = await run({ files: [], shown: ["Save", "9"] });
    expect([status, files, problems]).toEqual(["finished", 0, []]);
  });

  it("fails where one gave nothing, and says which, and what such a graph must end in", async () => {
    const { status, error } = await run({ files: [], shown: ["9"] });
    expect([status, error?.code]).toEqual(["failed", "OUTPUT_NONE"]);
    expect(error?.message).toMatch(/no file of Save\..*SaveImageWebsocket.*a node that saves/);
  });
});

describe("a prompt that is only followed, and gave no file at all", () => {
  async function attach(shown: readonly string[]) {
    const stage = await openStage();
    open.push(stage);
    const submitting = stage.pictor.submit({ workflow: "fake" });
    await settleAll();
    const submitted = await submitting;
    const [promptId = ""] = submitted.status === "submitted" ? submitted.promptIds : [];
    const { now } = follow(stage.pictor.attach({ promptId }));
    await settleAll();
    stage.server.start();
    stage.server.finish("succeeded", [], shown);
    const result = await now();
    return result === "goes on" ? result : { ...result, problems: result.problems.map(({ code }) => code) };
  }

  it("has the server's verdict, and nothing to complain of where it showed words", async () => {
    expect(await attach(["Save"])).toMatchObject({ status: "finished", outputs: [], problems: [] });
  });

  it("has the server's verdict, with what is missing", async () => {
    expect(await attach([])).toMatchObject({ status: "finished", outputs: [], problems: ["OUTPUT_NONE"] });
  });
});

async function unrecorded(files?: readonly OutputFile[]) {
  const server = createFakeServer();
  Object.assign(server.behavior, { keepsHistory: false });
  const stage = await createTestPictor({
    plugins: [server, withSecondOutput],
    configuration: fakeConfiguration,
  });
  server.useClock(stage.clock);
  open.push(stage);
  const { now } = follow(stage.pictor.generate({ workflow: "fake" }));
  await settleAll();
  server.start();
  server.finish("succeeded", files);
  await settleAll();
  await stage.clock.advance(10_000);
  await settleAll();
  return now();
}

describe("without a record", () => {
  it("nobody is said to have given nothing", async () => {
    const result = await unrecorded();
    expect(result).toMatchObject({ status: "finished", outputs: [{ index: 0 }] });
    expect(result !== "goes on" && result.problems.map(({ code }) => code)).toEqual(["JOB_RECORD_MISSING"]);
  });

  it("a generation of which no file came has failed", async () => {
    expect(await unrecorded([])).toMatchObject({ status: "failed", error: { code: "OUTPUT_NONE" } });
  });
});
