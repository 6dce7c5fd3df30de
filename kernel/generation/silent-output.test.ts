// Output nodes that give no file although the server says success: a text that is shown is nothing to warn of.

import { afterEach, describe, expect, it } from "vitest";
import type { NodeClass } from "../backend/types.js";
import { createTestKernel, settle, type TestKernel } from "../testing/index.js";
import { createFakeBackend, nodeClass, type FakeBackendOptions } from "./fake-backend.test.support.js";
import { fakeConfiguration, fakeWorkflow } from "./fake-plugins.test.support.js";
import { unreachable } from "./fake-replies.test.support.js";
import { createFakeServer } from "./fake-server.test.support.js";
import { mayOnlyShow } from "./run/silent.js";
import { follow, settleAll } from "./server-stage.test.support.js";
import type { Plugin } from "../plugins/types.js";
import type { Graph, WorkflowDraft } from "./types.js";

const open: TestKernel[] = [];
afterEach(async () => {
  for (const test of open.splice(0)) await test.dispose();
});

const input = (name: string, type: string) => ({ name, required: true, type });
const classes: readonly NodeClass[] = [
  nodeClass,
  { name: "Words", inputs: [], outputs: ["STRING", "INT"], isOutput: false },
  { name: "Picture", inputs: [], outputs: ["IMAGE", "STRING"], isOutput: false },
  { name: "ShowText", inputs: [input("value", "*")], outputs: ["STRING"], isOutput: true },
  { name: "SaveImage", inputs: [input("images", "IMAGE")], outputs: [], isOutput: true },
];
const catalog = new Map(classes.map((known) => [known.name, known]));

/** A second output node of the fake workflow, fed by a node of its own. */
const more: Readonly<Record<"words" | "picture", Graph>> = {
  words: {
    Words: { class_type: "Words", inputs: {} },
    9: { class_type: "ShowText", inputs: { value: ["Words", 0] } },
  },
  picture: {
    Picture: { class_type: "Picture", inputs: {} },
    9: { class_type: "SaveImage", inputs: { images: ["Picture", 0] } },
  },
};
const withMore = (graph: Graph) => ({
  ...fakeWorkflow,
  plugin: (() => ({
    handlers: {
      prepare: (draft: WorkflowDraft): WorkflowDraft => ({
        ...draft,
        graph: { Save: { class_type: "FakeSave", inputs: { text: "a" } }, ...graph },
        outputs: ["Save", "9"],
      }),
    },
  })) as unknown as Plugin,
});

async function run(second: Graph, options: FakeBackendOptions = {}) {
  const backend = createFakeBackend({ classes: () => classes, ...options });
  const plugins = [backend, withMore(second)];
  const test = await createTestKernel({ plugins, configuration: fakeConfiguration });
  open.push(test);
  const { result } = test.kernel.generate({ workflow: "fake" });
  await settle();
  const { status, outputs, problems, ...rest } = await result;
  return { status, files: outputs.length, problems, error: "error" in rest ? rest.error : undefined };
}

describe("a run that succeeded, of which one output node gave a picture and one gave none", () => {
  it("says nothing where the other was only given a text to show", async () => {
    expect(await run(more.words)).toMatchObject({ status: "finished", files: 1, problems: [] });
  });

  it("tells of the one that was given a picture to save, and of no other", async () => {
    const { status, files, problems } = await run({ ...more.words, ...more.picture });
    expect([status, files, problems.map(({ code }) => code)]).toEqual(["finished", 1, ["OUTPUT_NONE"]]);
    expect(problems[0]?.message).toContain("lists no file of 9.");
  });
});

it("a run that showed a text and gave no file at all fails, as ever", async () => {
  const { status, error } = await run(more.words, { files: [] });
  expect([status, error?.code]).toEqual(["failed", "OUTPUT_NONE"]);
  expect(error?.message).toContain("Save, 9");
});

describe("a prompt that is followed from its id alone", () => {
  it.each([
    ["are there", undefined, []],
    ["cannot be asked for", "catalog", ["OUTPUT_NONE"]],
  ] as const)("is judged by the server's classes, where they %s", async (_case, failing, codes) => {
    const server = createFakeServer();
    Object.assign(server.has, { classes, outputs: ["Save", "9"] });
    const stage = await createTestKernel({
      plugins: [server, withMore(more.words)],
      configuration: fakeConfiguration,
    });
    server.useClock(stage.clock);
    open.push(stage);
    const submitting = stage.kernel.submit({ workflow: "fake" });
    await settleAll();
    const submitted = await submitting;
    const { now } = follow(
      stage.kernel.attach({
        promptId: submitted.status === "submitted" ? (submitted.promptIds[0] ?? "") : "",
      }),
    );
    await settleAll();
    if (failing !== undefined) server.fail(failing, unreachable());
    server.start();
    server.finish("succeeded");
    const result = await now();
    expect(result).toMatchObject({ status: "finished", outputs: [{ index: 0 }] });
    expect(result !== "goes on" && result.problems.map(({ code }) => code)).toEqual(codes);
  });
});

describe("what comes in at a node", () => {
  const fed = (...inputs: readonly (readonly [string, number])[]): Graph => ({
    Words: { class_type: "Words", inputs: {} },
    Picture: { class_type: "Picture", inputs: {} },
    Odd: { class_type: "Unknown", inputs: {} },
    9: {
      class_type: "ShowText",
      inputs: { title: "a", ...Object.fromEntries(inputs.map((link, index) => [`in${index}`, link])) },
    },
  });
  it.each<readonly [string, Graph, boolean]>([
    ["a text", fed(["Words", 0]), true],
    ["a text and a number", fed(["Words", 0], ["Words", 1]), true],
    ["the text that comes with a picture", fed(["Picture", 1]), true],
    ["a text and a picture", fed(["Words", 0], ["Picture", 0]), false],
    ["what an unknown class gives", fed(["Odd", 0]), false],
    ["an output that the class has not", fed(["Words", 7]), false],
    ["nothing", fed(), false],
  ])("%s: may it only show that? (%#)", (_case, graph, expected) => {
    expect(mayOnlyShow("9", graph, catalog)).toBe(expected);
  });
});
