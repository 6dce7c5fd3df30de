// Output plugins: one that cannot be loaded fails the job before anything is submitted, and only the needed ones are imported.

import { manifestOf } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { PictorError, type Plugin } from "@pictor/kernel";
import { createFakeBackend } from "../../testing/fake-backend.js";
import { fakeWorkflow, openPictor } from "../../testing/fake-plugins.js";

const wrong = new PictorError("NAME_WRONG", "The name is wrong.", "Mend it.", {});

/** Creates a kernel with a plugin whose set-up calls `setUp`. */
async function start(setUp: () => void, when?: object) {
  const backend = createFakeBackend();
  const tap = { hook: "afterOutput", handler: "save", ...(when && { when }) };
  const plugin = (() => {
    setUp();
    return { handlers: { save: () => undefined } };
  }) as unknown as Plugin;
  const manifest = manifestOf("output-a", "output", { taps: [tap] });
  const test = await openPictor([backend, fakeWorkflow, { manifest, plugin }]);
  return { ...test, calls: backend.calls };
}
const fail = (): never => {
  throw wrong;
};

describe("a plugin that cannot be loaded", () => {
  it("fails a generation with its own error, before the backend is opened", async () => {
    const { pictor, calls } = await start(fail);
    expect(await pictor.generate({ workflow: "fake" }).result).toMatchObject({
      status: "failed",
      outputs: [],
      error: { code: "NAME_WRONG", details: { plugin: "output-a", hook: "afterOutput" } },
    });
    expect(calls).toEqual([]);
  });

  it("fails a submission, and a check, in the same way", async () => {
    const { pictor, calls } = await start(fail, { workflow: "fake" });
    const failed = { status: "failed", error: { code: "NAME_WRONG" } };
    expect(await pictor.submit({ workflow: "fake" })).toMatchObject(failed);
    expect(await pictor.check({ workflow: "fake" })).toMatchObject(failed);
    expect(calls).toEqual([]);
  });

  it.each([
    ["another workflow", { workflow: "other" }, []],
    ["another type of file", { mime: "video/mp4" }, []],
    ["this type of file, which nobody knows before", { mime: "image/png" }, ["OUTPUT_NOT_SAVED"]],
  ])("is not loaded early if it handles %s", async (_case, when, codes) => {
    const { pictor } = await start(fail, when);
    const { status, problems } = await pictor.generate({ workflow: "fake" }).result;
    expect({ status, codes: problems.map(({ code }) => code) }).toEqual({ status: "finished", codes });
  });
});

it("nothing is imported for a build", async () => {
  let count = 0;
  const { pictor } = await start(() => count++);
  await pictor.build({ workflow: "fake" });
  expect(count).toBe(0);
  await pictor.generate({ workflow: "fake" }).result;
  expect(count).toBe(1);
});
