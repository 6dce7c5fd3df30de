// Submitting without waiting, and attaching to a prompt by its id.

import { describe, expect, it } from "vitest";
import { inlinePlugin } from "../../testing/fake-plugins.js";
import { createFakeServer } from "../../testing/fake-server.js";
import { openStage, settleAll, type Stage } from "../../testing/server-stage.js";
import type { Output, SubmissionResult } from "@pictor/kernel";

const submit = async (stage: Stage, more = {}) => {
  const submitting = stage.pictor.submit({ workflow: "fake", ...more });
  await settleAll();
  return submitting;
};
const idsOf = (result: SubmissionResult) => (result.status === "submitted" ? result.promptIds : []);

describe("a submission without waiting", () => {
  it("queues every batch with its record", async () => {
    const stage = await openStage();
    const params = { seed: "18446744073709551615", prompt: "a kite" };
    const result = await submit(stage, { count: 2, params });
    expect(result).toMatchObject({ status: "submitted", backend: "studio", problems: [] });
    expect(idsOf(result)).toEqual(stage.server.queue);
    const [first, second] = [...stage.server.submissions.values()];
    expect(first).toMatchObject({
      detached: true,
      record: {
        pictor: 1,
        workflow: "fake",
        params,
        features: [],
        seed: "18446744073709551615",
        batch: 0,
        batches: 2,
        outputs: ["Save"],
        prompts: { positive: "", negative: "" },
        plugins: { "workflow-fake": "1.0.0" },
      },
    });
    expect(second?.record).toMatchObject({ batch: 1, seed: "18446744073709551615" });
    expect(JSON.parse(JSON.stringify(first?.record))).toEqual(first?.record);
    expect([stage.clock.pending(), stage.server.listening()]).toEqual([0, 0]);
  });

  it("that is vetoed returns the veto", async () => {
    const veto = { kind: "veto", code: "MISSING", message: "install it" };
    const gate = inlinePlugin("a-checker", [{ hook: "beforeFirstBatch", handler: "check" }], {
      check: () => veto,
    });
    expect(await submit(await openStage([gate]))).toMatchObject({ status: "vetoed", veto });
  });
});

describe("an attached prompt", () => {
  async function submitted() {
    const server = createFakeServer();
    const first = await openStage([], server);
    const params = { seed: "5", prompt: "a kite" };
    const [, promptId] = idsOf(await submit(first, { count: 2, params }));
    const seen: Output[] = [];
    const saver = inlinePlugin("output-a", [{ hook: "afterOutput", handler: "see" }], {
      see: (output: Output) => void seen.push(output),
    });
    server.run("succeeded");
    const second = await openStage([saver], server);
    return { server, second, seen, promptId: promptId! };
  }

  it("from another process is followed to its end like a generation", async () => {
    const { server, second, seen, promptId } = await submitted();
    const { now, events } = second.follow(second.pictor.attach({ promptId }));
    expect(await now()).toBe("goes on");
    server.start();
    server.emit({ type: "progress", promptId, node: "Save", value: 2, max: 4 });
    server.finish("succeeded");
    expect(await now()).toMatchObject({ status: "finished", outputs: [{ batch: 1, seed: 6n, index: 0 }] });
    expect(events.flatMap((event) => (event.type === "job" ? [event.state] : []))).toEqual([
      "queued",
      "running",
      "fetching",
      "finished",
    ]);
    expect(events.flatMap((event) => (event.type === "progress" ? [event.overall] : []))).toEqual([0.5]);
    expect(seen).toHaveLength(1);
    expect([second.clock.pending(), server.listening()]).toEqual([0, 0]);
  });

  it("that has already ended returns its result and outputs at once", async () => {
    const { server, second, promptId } = await submitted();
    server.run("succeeded");
    const { now } = second.follow(second.pictor.attach({ promptId }));
    expect(await now()).toMatchObject({ status: "finished", outputs: [{ seed: 6n }] });
  });

  it("that is cancelled before anything is known of it ends on its server too", async () => {
    const { server, second, promptId } = await submitted();
    const { now, generation } = second.follow(second.pictor.attach({ promptId }));
    void generation.cancel();
    expect(await now()).toMatchObject({ status: "interrupted", by: "caller", problems: [] });
    expect(server.queue).toEqual([]);
    expect([second.clock.pending(), server.listening()]).toEqual([0, 0]);
  });

  it("that has ended before its cancel keeps its result", async () => {
    const { server, second, promptId } = await submitted();
    server.run("succeeded");
    const { now, generation } = second.follow(second.pictor.attach({ promptId }));
    void generation.cancel();
    expect(await now()).toMatchObject({ status: "finished", outputs: [{ seed: 6n }] });
  });

  it.each<[string, (stage: Stage, controller: AbortController) => unknown]>([
    ["whose follower aborts", (_stage, controller) => controller.abort()],
    ["whose follower's kernel is disposed", (stage) => stage.dispose()],
  ])("%s continues on its server", async (_name, leave) => {
    const { server, second, promptId } = await submitted();
    const controller = new AbortController();
    const { now } = second.follow(second.pictor.attach({ promptId, signal: controller.signal }));
    expect(await now()).toBe("goes on");
    await leave(second, controller);
    expect(await now()).toMatchObject({ status: "interrupted", by: "caller" });
    expect(server.queue).toEqual([promptId]);
    expect(server.listening()).toBe(0);
  });

  it.each([
    ["a node that is not in the graph", ["nobody"], ["Save"]],
    ["a node that the server does not execute", ["Load"], ["Save"]],
    ["one that it does, and another", ["Load", "Save"], ["Save"]],
  ])("whose record names %s returns the server's files", async (_name, named, nodes) => {
    const stage = await openStage();
    const graph = {
      Load: { class_type: "FakeLoad", inputs: { steps: Infinity } },
      Save: { class_type: "FakeSave", inputs: { text: "x" } },
    };
    const record = { pictor: 1, workflow: "w", batch: 1e300, outputs: named };
    await stage.server.backend.submit({ promptId: "other", graph, record });
    stage.server.start();
    const { now, events } = stage.follow(stage.pictor.attach({ promptId: "other" }));
    await settleAll();
    stage.server.emit({ type: "progress", promptId: "other", node: "Save", value: 1, max: 1 });
    stage.server.finish("succeeded");
    const result = await now();
    expect(result).toMatchObject({ status: "finished", outputs: [{ batch: 0 }] });
    expect(typeof result === "string" ? [] : result.outputs.map(({ file }) => file.node)).toEqual(nodes);
    const overall = events.flatMap((event) => (event.type === "progress" ? [event.overall] : []));
    expect(overall.every((share) => share > 0 && share < 1)).toBe(true);
    expect(overall).toHaveLength(1);
  });

  it("of another program has no seed and no prompts", async () => {
    const stage = await openStage();
    const graph = { Save: { class_type: "FakeSave", inputs: { text: "x" } } };
    await stage.server.backend.submit({ promptId: "other", graph });
    stage.server.run("succeeded");
    const { now } = stage.follow(stage.pictor.attach({ promptId: "other" }));
    const result = await now();
    expect(result).toMatchObject({
      status: "finished",
      outputs: [{ prompt: { positive: "", negative: "" } }],
    });
    expect(result).not.toHaveProperty("outputs.0.seed");
  });
});
