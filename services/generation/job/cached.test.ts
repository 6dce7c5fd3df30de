// Results from the server's cache whose files are gone: the batch runs once more, and only once.

import { describe, expect, it } from "vitest";
import { aFile } from "../../testing/fake-backend.js";
import { startJob, settleAll, type Stage } from "../../testing/server-stage.js";

const runCached = (stage: Stage, filename: string) => {
  if (stage.server.start(["Save"]) === undefined) throw new Error("nothing is queued");
  stage.server.finish("succeeded", [aFile(filename)]);
};

it("a cached file that exists is probed, and then fetched", async () => {
  const { stage, server, now } = await startJob();
  runCached(stage, "a.png");
  expect(await now()).toMatchObject({ status: "finished", outputs: [{ index: 0 }], problems: [] });
  expect(server.calls.filter((name) => name === "fetchOutput")).toHaveLength(1);
});

it("a file that was not cached is fetched without a probe", async () => {
  const { server, now } = await startJob();
  server.run("succeeded", [aFile("a.png")]);
  expect(await now()).toMatchObject({ status: "finished" });
  expect(server.calls).not.toContain("fetchOutput");
});

describe("a cached file that is gone", () => {
  it("is generated again, by a prompt that is not in the cache", async () => {
    const { stage, server, now, promptId } = await startJob();
    server.deletedFiles.add("a.png");
    runCached(stage, "a.png");
    expect(await now()).toBe("goes on");
    const [first, second] = [...server.submissions.values()];
    expect(second!.promptId).not.toBe(promptId);
    expect(first!.graph["Save"]!.inputs).not.toHaveProperty("_nonce");
    expect(second!.graph["Save"]!.inputs).toEqual({
      ...first!.graph["Save"]!.inputs,
      _nonce: expect.any(String),
    });
    // The server reuses the number of a deleted file.
    server.deletedFiles.clear();
    server.run("succeeded", [aFile("a.png")]);
    expect(await now()).toMatchObject({
      status: "finished",
      outputs: [{ index: 0, file: { filename: "a.png" } }],
      problems: [{ code: "JOB_REPEATED" }],
    });
  });

  it("twice is reported, and the batch runs no third time", async () => {
    const { stage, server, now } = await startJob();
    server.deletedFiles.add("a.png");
    runCached(stage, "a.png");
    await settleAll();
    runCached(stage, "a.png");
    expect(await now()).toMatchObject({
      status: "finished",
      outputs: [],
      problems: [{ code: "JOB_REPEATED" }, { code: "OUTPUT_LOST" }],
    });
    expect(server.fates.size).toBe(2);
  });

  it.each<[string, (stage: Stage) => void]>([
    ["nothing of its run was heard", (stage) => stage.server.withoutEvents(() => runCached(stage, "a.png"))],
    [
      "all was heard but which nodes are cached",
      ({ server }) => {
        server.withoutEvents(() => server.start(["Save"]));
        server.finish("succeeded", [aFile("a.png")]);
      },
    ],
  ])("is generated again although %s", async (_name, run) => {
    const { stage, server, now } = await startJob();
    server.deletedFiles.add("a.png");
    run(stage);
    await settleAll();
    await stage.clock.advance(6_000);
    expect(await now()).toBe("goes on");
    server.run("succeeded", [aFile("b.png")]);
    expect(await now()).toMatchObject({
      status: "finished",
      outputs: [{ file: { filename: "b.png" } }],
      problems: [{ code: "JOB_REPEATED" }],
    });
  });
});
