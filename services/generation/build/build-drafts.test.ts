// What handlers of a build receive: the backend's catalog, and the seed.

import { describe, expect, it } from "vitest";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel";
import { createFakeBackend, type FakeBackendOptions } from "../../testing/fake-backend.js";
import { fakeWorkflow, inlinePlugin, openPictor } from "../../testing/fake-plugins.js";

type Look = (context: BuildContext, draft: WorkflowDraft) => unknown;

/** Creates a kernel whose workflow has an additional handler, which inspects the context. */
async function start(look: Look, options: FakeBackendOptions = {}) {
  const backend = createFakeBackend(options);
  const handlers = {
    look: async (draft: WorkflowDraft, context: BuildContext) => {
      const seen = await look(context, draft);
      return typeof seen === "object" ? seen : undefined;
    },
  };
  const taps = [{ hook: "buildWorkflow", handler: "look", phase: "finish" }];
  const test = await openPictor([backend, fakeWorkflow, inlinePlugin("look-checker", taps, handlers)]);
  return { ...test, calls: backend.calls };
}

describe("the catalog", () => {
  it("is fetched once for all batches, and the backend is opened for it", async () => {
    const sizes: number[] = [];
    const { pictor, calls } = await start(async ({ catalog }) => {
      sizes.push((await catalog()).size, (await catalog()).size);
    });
    await pictor.build({ workflow: "fake", count: 3 });
    expect([sizes, calls]).toEqual([
      [1, 1, 1, 1, 1, 1],
      ["open", "catalog"],
    ]);
  });

  it("is fetched once for each selection of classes, and not after all classes were fetched", async () => {
    const sizes: number[] = [];
    const { pictor, calls } = await start(async ({ catalog }) => {
      const selections = [["FakeSave", "Other"], ["Other", "FakeSave"], ["Other"]];
      for (const classes of selections) sizes.push((await catalog({ classes })).size);
      sizes.push((await catalog()).size, (await catalog({ classes: ["None"] })).size);
    });
    await pictor.build({ workflow: "fake" });
    expect([sizes, calls]).toEqual([
      [1, 1, 0, 1, 1],
      ["open", "catalog", "catalog", "catalog"],
    ]);
  });

  it("is not fetched if no handler needs it", async () => {
    const { pictor, calls } = await start(() => undefined);
    await pictor.build({ workflow: "fake" });
    expect(calls).toEqual([]);
  });

  it("may take longer than the time limit of a handler", async () => {
    const { pictor, clock } = await start(({ catalog }) => catalog(), { hanging: ["catalog"] });
    let isOver = false;
    const stop = new AbortController();
    const building = pictor.build({ workflow: "fake", signal: stop.signal }).finally(() => (isOver = true));
    await clock.advance(60_000);
    expect(isOver).toBe(false);
    stop.abort(new Error("enough"));
    await expect(building).rejects.toThrow("enough");
  });
});

describe("the seed", () => {
  it.each([
    ["given", { seed: "7" }, true],
    ["random", {}, false],
  ])("is known to be %s", async (_case, params, expected) => {
    const seen: boolean[] = [];
    const { pictor } = await start(({ isSeedGiven }) => void seen.push(isSeedGiven));
    await pictor.build({ workflow: "fake", params });
    expect(seen).toEqual([expected]);
  });

  it("that a graph contains is the seed in records, and is not a setting", async () => {
    const { pictor } = await start((_context, draft) => ({ ...draft, seed: 42n }));
    const { seed, params } = await pictor.build({ workflow: "fake" });
    expect([seed, params]).toEqual([42n, { prompt: "a", steps: 4 }]);
  });
});
