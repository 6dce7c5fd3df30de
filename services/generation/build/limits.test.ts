// What one generation may ask for, how often its nodes are copied, and that others have their turns meanwhile.

import { afterEach, describe, expect, it, vi } from "vitest";
import { edit, type BuildContext, type Limits, type WorkflowDraft } from "@pictor/kernel";
import { createFakeBackend } from "../../testing/fake-backend.js";
import { fakeConfiguration, fakeWorkflow, inlinePlugin, openPictor } from "../../testing/fake-plugins.js";

afterEach(() => void vi.restoreAllMocks());

const addNodes = (count: number) => (draft: WorkflowDraft) =>
  edit(draft, (graph) => {
    for (let index = 0; index < count; index++) graph.add("Other", {}, { origins: {} });
  });

/** Creates a kernel with a feature that adds `nodes` nodes. */
async function start(nodes: number, limits: Partial<Limits> = {}) {
  const contexts: BuildContext[] = [];
  const feature = { id: "more", title: "More", settings: { type: "object", properties: {} } };
  const taps = [{ hook: "buildWorkflow", handler: "more", phase: "condition", when: { feature: "more" } }];
  const handlers = {
    more: (draft: WorkflowDraft, context: BuildContext) => {
      contexts.push(context);
      return addNodes(nodes)(draft);
    },
  };
  const more = inlinePlugin("workflow-more", taps, handlers, { contributes: { features: [feature] } });
  const configuration = { ...fakeConfiguration, limits: { ...standard, ...limits } };
  const test = await openPictor([createFakeBackend(), fakeWorkflow, more], { configuration });
  return { ...test, contexts };
}
const standard: Limits = {
  promptCharacters: 100,
  promptTags: 10,
  features: 1_000,
  graphNodes: 10_000,
  generationBytes: 100_000_000,
};
const uses = (count: number) => Array.from({ length: count }, () => ({ id: "more" }));

it.each([
  ["too many features", { features: 3 }, { features: uses(4) }, "limits.features"],
  ["a graph with too many nodes", { graphNodes: 6 }, { features: uses(3) }, "limits.graphNodes"],
  [
    "too many bytes in all batches",
    { generationBytes: 500 },
    { features: uses(2), count: 3 },
    "limits.generationBytes",
  ],
])(
  "a generation is refused that has %s, and the error names the setting",
  async (_what, limits, request, setting) => {
    const { pictor, contexts } = await start(2, limits);
    expect(await pictor.build({ workflow: "fake", features: uses(2) })).toHaveProperty("graphs.length", 1);
    const before = contexts.length;
    await expect(pictor.build({ workflow: "fake", ...request })).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      details: { setting },
    });
    // At most the first batch is built before the refusal.
    expect(contexts.length - before).toBeLessThanOrEqual(3);
  },
);

describe("building large graphs", () => {
  const countTurns = () => vi.spyOn(globalThis, "setImmediate");

  it("gives others a turn for each thousand nodes that its features copy and its batches have", async () => {
    const { pictor } = await start(100);
    await pictor.build({ workflow: "fake" });
    const turns = countTurns();
    await pictor.build({ workflow: "fake" });
    expect(turns).not.toHaveBeenCalled();
    await pictor.build({ workflow: "fake", features: uses(20) });
    const forOne = turns.mock.calls.length;
    expect(forOne).toBeGreaterThan(10);
    await pictor.build({ workflow: "fake", features: uses(20), count: 3 });
    expect(turns.mock.calls.length - forOne).toBeGreaterThanOrEqual(3 * forOne);
  });

  it("ends between two turns when the caller has left", async () => {
    const { pictor, contexts } = await start(100);
    const leaving = new AbortController();
    const turns = countTurns();
    turns.mockImplementation(((callback: () => void) => {
      leaving.abort(new Error("left"));
      callback();
    }) as never);
    const building = pictor.build({ workflow: "fake", features: uses(100), signal: leaving.signal });
    await expect(building).rejects.toThrow("left");
    expect(contexts.length).toBeLessThan(20);
  });
});
