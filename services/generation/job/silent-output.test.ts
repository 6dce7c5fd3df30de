// Output nodes without a file in a successful run. Nodes that display text are not a problem.

import { describe, expect, it } from "vitest";
import { settlePromises } from "@pictor/host/testing";
import { createFakeBackend, type FakeBackendOptions } from "../../testing/fake-backend.js";
import { fakeWorkflow, inlinePlugin, openPictor } from "../../testing/fake-plugins.js";
import { createFakeServer } from "../../testing/fake-server.js";
import { follow, openStage, settleAll } from "../../testing/server-stage.js";
import type { OutputFile, Plugin, WorkflowDraft } from "@pictor/kernel";

/** A graph with two output nodes: `Save`, which produces a file, and `9`. */
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
  const test = await openPictor([createFakeBackend(options), withSecondOutput]);
  const { result } = test.pictor.generate({ workflow: "fake" });
  await settlePromises();
  const { status, outputs, problems, ...rest } = await result;
  return { status, files: outputs.length, problems, error: "error" in rest ? rest.error : undefined };
}

describe("a run that succeeded, in which one output node produced an image and the other none", () => {
  it("has no problem if the other displayed text", async () => {
    expect(await run({ shown: ["9"] })).toMatchObject({ status: "finished", files: 1, problems: [] });
  });

  it("reports the node that produced nothing", async () => {
    const { status, files, problems } = await run();
    expect([status, files, problems.map(({ code }) => code)]).toEqual(["finished", 1, ["OUTPUT_NONE"]]);
    expect(problems[0]?.message).toContain("lists no file from 9.");
  });
});

describe("a run that succeeded without any file", () => {
  it("is finished if every output node displayed text", async () => {
    const { status, files, problems } = await run({ files: [], shown: ["Save", "9"] });
    expect([status, files, problems]).toEqual(["finished", 0, []]);
  });

  it("fails if a node produced nothing, and names it with advice", async () => {
    const { status, error } = await run({ files: [], shown: ["9"] });
    expect([status, error?.code]).toEqual(["failed", "OUTPUT_NONE"]);
    expect(error?.message).toMatch(/no file from Save\..*SaveImageWebsocket.*a node that saves/);
  });
});

describe("a branch that the graph has blocked with a reason", () => {
  async function runBlocked(node: string) {
    const stage = await openStage();
    const { now } = await stage.generate({});
    const promptId = stage.server.start() ?? "";
    stage.server.emit({ type: "blocked", promptId, node, message: "no face found" });
    stage.server.finish("succeeded", []);
    await settleAll();
    const result = await now();
    return result === "goes on" ? result : { ...result, problems: result.problems.map(({ code }) => code) };
  }

  it("has no file, and the reason is reported", async () => {
    expect(await runBlocked("Save")).toMatchObject({ status: "finished", problems: ["GRAPH_BLOCKED"] });
  });

  it("does not excuse a node that does not depend on it", async () => {
    expect(await runBlocked("9")).toMatchObject({ status: "failed", error: { code: "OUTPUT_NONE" } });
  });
});

it("an output that the backend does not keep is reported with a true advice if it cannot be saved", async () => {
  const save = () => {
    throw new Error("disk full");
  };
  const stage = await openStage([
    inlinePlugin("output-a", [{ hook: "afterOutput", handler: "save" }], { save }),
  ]);
  const { now } = await stage.generate({});
  const promptId = stage.server.start() ?? "";
  stage.server.emit({ type: "preview", promptId, node: "Save", mime: "image/png", bytes: Buffer.from("a") });
  stage.server.emit({ type: "preview", promptId, node: "Save", mime: "image/jpeg", bytes: Buffer.from("b") });
  stage.server.finish("succeeded", []);
  await settleAll();
  const result = await now();
  expect(result).toMatchObject({ status: "finished", outputs: [{ place: 0, mime: "image/png" }] });
  expect(result !== "goes on" && result.problems.map(({ code, hint }) => [code, hint])).toEqual([
    ["OUTPUT_LOST", expect.stringContaining("keeps no copy")],
  ]);
});

describe("an attached prompt without any file", () => {
  async function attach(shown: readonly string[]) {
    const stage = await openStage();
    const submitting = stage.pictor.submit({ workflow: "fake" });
    await settleAll();
    const submitted = await submitting;
    const [promptId = ""] = submitted.status === "submitted" ? submitted.promptIds : [];
    const { now } = follow(stage.pictor.attach({ promptId }));
    await settleAll();
    stage.server.run("succeeded", [], shown);
    const result = await now();
    return result === "goes on" ? result : { ...result, problems: result.problems.map(({ code }) => code) };
  }

  it("has the server's outcome, and no problem if it displayed text", async () => {
    expect(await attach(["Save"])).toMatchObject({ status: "finished", outputs: [], problems: [] });
  });

  it("has the server's outcome, and a problem for the missing files", async () => {
    expect(await attach([])).toMatchObject({ status: "finished", outputs: [], problems: ["OUTPUT_NONE"] });
  });
});

async function unrecorded(files?: readonly OutputFile[]) {
  const server = createFakeServer();
  Object.assign(server.behavior, { keepsHistory: false });
  const stage = await openPictor([server, withSecondOutput]);
  server.useClock(stage.clock);
  const { now } = follow(stage.pictor.generate({ workflow: "fake" }));
  await settleAll();
  server.run("succeeded", files);
  await settleAll();
  await stage.clock.advance(10_000);
  await settleAll();
  return now();
}

describe("without a record", () => {
  it("no node is reported", async () => {
    const result = await unrecorded();
    expect(result).toMatchObject({ status: "finished", outputs: [{ index: 0 }] });
    expect(result !== "goes on" && result.problems.map(({ code }) => code)).toEqual(["JOB_RECORD_MISSING"]);
  });

  it("a generation without any file has failed", async () => {
    expect(await unrecorded([])).toMatchObject({ status: "failed", error: { code: "OUTPUT_NONE" } });
  });
});
