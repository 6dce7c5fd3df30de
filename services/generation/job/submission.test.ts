// Submitting over an unreliable connection: the prompt runs exactly once, and the result is true.

import { describe, expect, it } from "vitest";
import { type BackendEvent, fault, type GenerationResult, type WorkflowDraft } from "@pictor/kernel";
import { openStage, settleAll, type Stage } from "../../testing/server-stage.js";
import { aFile } from "../../testing/fake-backend.js";
import { unreachable } from "../../testing/fake-submissions.js";
import { inlinePlugin } from "../../testing/fake-plugins.js";

const start = async (...replies: Stage["server"]["replies"]) => {
  const stage = await openStage();
  stage.server.replies.push(...replies);
  return stage;
};
const submissions = ({ server }: Stage) => server.calls.filter((name) => name === "submit").length;
const status404 = fault(
  "BACKEND_REPLY",
  { method: "GET", url: "http://fake/history", found: "status 404", expected: "status 200" },
  { more: { status: 404 } },
);
const dropped = { node: "Other", classType: "SaveImage", code: "value_not_in_list", message: "no such file" };
const finished = { status: "finished", outputs: [{ index: 0 }], problems: [] };

describe("a reply to the submission that never comes", () => {
  it("does not make the outputs of another prompt those of the job", async () => {
    const stage = await start("held");
    const { now } = await stage.generate();
    const other: BackendEvent = { type: "output", promptId: "other", files: [aFile("other.png")] };
    stage.server.emit(other);
    stage.server.run("succeeded");
    const { outputs } = (await now()) as GenerationResult;
    expect(outputs.map(({ file }) => file.filename)).not.toContain("other.png");
  });

  it.each([
    ["events", 0],
    ["the record", 6_000],
  ])("can arrive while the job runs, known by %s", async (_how, ms) => {
    const stage = await start("held");
    stage.server.behavior.dropped = [dropped];
    const { now } = await stage.generate();
    if (ms > 0) stage.server.disconnect();
    stage.server.start();
    await stage.clock.advance(ms);
    stage.server.reconnect();
    stage.server.releaseReplies();
    await settleAll();
    stage.server.finish("succeeded");
    expect(await now()).toMatchObject({ ...finished, problems: [{ code: "GRAPH_PARTLY_DROPPED" }] });
  });
});

describe("a submission with an unknown outcome", () => {
  it.each([
    ["does not answer", unreachable(), 1],
    ["lets nobody in", fault("AUTH_REJECTED", { where: "w", auth: "a", status: 401 }), 1],
    ["is not there on this server", status404, 2],
  ] as const)("a list of prompts that %s", async (_name, error, requests) => {
    const stage = await start("lost");
    stage.server.behavior.assignsIds = true;
    stage.server.fail("prompts", error, ...(error === status404 ? [error] : []));
    await stage.generate();
    await stage.clock.advance(10_000);
    expect(submissions(stage)).toBe(requests);
  });

  it("fails the job with the server's error if nothing was sent", async () => {
    const stage = await start();
    stage.server.fail("submit", unreachable());
    const { now } = await stage.generate();
    stage.server.down();
    await stage.clock.advance(50_000);
    expect(await now()).toBe("goes on");
    await stage.clock.advance(20_000);
    expect(await now()).toMatchObject({ status: "failed", error: { code: "BACKEND_UNREACHABLE" } });
  });

  it("loses a prompt that the server may have, names its id, and revokes it later", async () => {
    const stage = await start("cut off");
    const { now, promptId } = await stage.generate();
    await stage.clock.advance(70_000);
    expect(await now()).toMatchObject({
      status: "lost",
      error: {
        details: { why: "unreachable", promptId, reason: expect.stringContaining("socket hang up") },
        hint: expect.stringMatching(/pictor jobs watch.*pictor jobs cancel.*may still run it/),
      },
    });
    await stage.clock.advance(300_000);
    expect(stage.server.queue).toEqual([promptId]);
    stage.server.up();
    await stage.clock.advance(10_000);
    expect([stage.server.queue, stage.clock.pending()]).toEqual([[], 0]);
  });

  it("is no longer revoked after ten minutes", async () => {
    const stage = await start("cut off");
    const { promptId } = await stage.generate();
    await stage.clock.advance(700_000);
    stage.server.up();
    await stage.clock.advance(60_000);
    expect([stage.server.queue, stage.clock.pending()]).toEqual([[promptId], 0]);
  });

  it("fails the job if the server always answers 500", async () => {
    const stage = await start(...Array.from({ length: 50 }, () => "500" as const));
    const { now } = await stage.generate();
    await stage.clock.advance(65_000);
    expect(await now()).toMatchObject({ status: "failed", error: { code: "BACKEND_REPLY" } });
    expect(submissions(stage)).toBeLessThan(20);
  });
});

it("a graph that the server refuses fails the job at once, in the user's terms, with every problem listed", async () => {
  const stage = await start("refused");
  const { now } = await stage.generate();
  expect(await now()).toMatchObject({
    status: "failed",
    error: {
      code: "BACKEND_REFUSED_GRAPH",
      what: expect.stringContaining('the setting "steps": too many steps'),
      details: {
        node: "Save",
        input: "steps",
        setting: "steps",
        problems: [{ code: "GRAPH_INVALID", setting: "steps" }],
      },
    },
  });
  expect(submissions(stage)).toBe(1);
  expect(stage.server.calls).not.toContain("cancel");
});

it("input files are uploaded first, once for all batches, and the graph has the names that the server returned", async () => {
  const file = {
    name: "cat.png",
    mime: "image/png",
    async *open() {
      yield await Promise.resolve(new Uint8Array([1, 2, 3]));
    },
  };
  const read = (draft: WorkflowDraft): WorkflowDraft => {
    const { class_type, inputs } = draft.graph["Save"]!;
    return {
      ...draft,
      graph: { Save: { class_type, inputs: { ...inputs, text: "cat.png", image: "cat.png" } } },
      inputs: [file],
    };
  };
  const reader = inlinePlugin(
    "workflow-read",
    [{ hook: "buildWorkflow", handler: "read", phase: "refine" }],
    { read },
    { kind: "workflow" },
  );
  const stage = await openStage([reader]);
  const { events, now } = await stage.generate({ count: 2 });
  for (let batch = 0; batch < 2; batch++) {
    stage.server.run("succeeded");
    await settleAll();
  }
  expect(await now()).toMatchObject({ status: "finished" });
  for (const { graph } of stage.server.submissions.values()) {
    expect(graph["Save"]!.inputs).toMatchObject({ text: "cat.png", image: "stored/cat.png" });
  }
  expect(stage.server.calls.filter((name) => name === "upload")).toHaveLength(1);
  expect(events.filter(({ type }) => type === "upload")).toMatchObject([
    { file: "cat.png", sent: 3, total: 3 },
  ]);
});

it("two requests to the server are enough after a submission", async () => {
  const stage = await start();
  const { now } = await stage.generate();
  const before = stage.server.calls.length;
  stage.server.start();
  await settleAll();
  stage.server.finish("succeeded");
  expect(await now()).toMatchObject(finished);
  expect(stage.server.calls.slice(before)).toEqual(["state"]);
  expect(stage.server.calls.filter((name) => name === "catalog" || name === "info")).toHaveLength(2);
});
