// Inline plugins for tests: one with the handlers of the test, and a workflow of one node; and a Pictor with them.

import { createTestPictor, manifestOf, type TestPictor, type TestPictorOptions } from "@pictor/host/testing";
import { type Plugin, edit, type WorkflowDraft } from "@pictor/kernel";
import { expect, onTestFinished } from "vitest";

/** The kind of a plugin, which its id contains. */
const kindOf = (id: string): string => (id.endsWith("-checker") ? "gate" : (id.split("-")[0] ?? ""));

/** An inline plugin with taps and their handlers. */
export const inlinePlugin = (
  id: string,
  taps: readonly object[],
  handlers: Readonly<Record<string, unknown>>,
  more: object = {},
) => ({
  manifest: manifestOf(id, kindOf(id), { taps, ...more }),
  plugin: (() => ({ handlers })) as unknown as Plugin,
});

/** A workflow with one output node, whose `steps` come from the setting of that name. */
export const fakeWorkflow = {
  manifest: manifestOf("workflow-fake", "workflow", {
    taps: [{ hook: "buildWorkflow", handler: "prepare", phase: "prepare", when: { workflow: "fake" } }],
    contributes: {
      workflows: [
        {
          id: "fake",
          title: "Fake",
          params: {
            type: "object",
            properties: {
              prompt: { type: "string", default: "a" },
              steps: { type: "integer", default: 4 },
              seed: { type: "string", format: "uint64" },
            },
          },
        },
      ],
    },
  }),
  plugin: (() => ({
    handlers: {
      prepare: (draft: WorkflowDraft, { params }: { readonly params: Record<string, never> }) =>
        edit(draft, (graph) => {
          const inputs = { text: params["prompt"], steps: params["steps"] };
          graph.output(graph.add("FakeSave", inputs, { id: "Save", origins: { steps: "steps" } }).id);
        }),
    },
  })) as unknown as Plugin,
};

/** A configuration that names the fake backend. */
export const fakeConfiguration = { backends: { studio: { kind: "fake" } } };

/** A Pictor with this configuration and without problems, which ends with its test. */
export async function openPictor(
  plugins: TestPictorOptions["plugins"],
  more: Partial<TestPictorOptions> = {},
): Promise<TestPictor> {
  const test = await createTestPictor({ configuration: fakeConfiguration, ...more, plugins });
  onTestFinished(test.dispose);
  expect(test.pictor.problems()).toEqual([]);
  return test;
}
