// A file that somebody deletes on the server between its making and its fetching: nothing leads to it any more.

import { expect, it } from "vitest";
import { aFile } from "../../testing/fake-backend.js";
import { inlinePlugin } from "../../testing/fake-plugins.js";
import { openStage } from "../../testing/server-stage.js";
import type { Output } from "@pictor/kernel";

it("is lost, and the output has no address", async () => {
  const save = async (output: Output) => {
    for await (const _bytes of output.open()) break;
    return { ...output, path: "/images/a.png" };
  };
  const saver = inlinePlugin("output-a", [{ hook: "afterOutput", handler: "save" }], { save });
  const { generate, server } = await openStage([saver]);
  const { now } = await generate();
  server.deletedFiles.add("a.png");
  server.run("succeeded", [aFile("a.png")]);
  expect(await now()).toMatchObject({
    status: "finished",
    outputs: [{ file: { filename: "a.png", address: "" } }],
    problems: [
      {
        code: "OUTPUT_LOST",
        message: "a.png could not be saved: The backend no longer has a.png (status 404).",
        hint: expect.stringContaining("The backend keeps no copy of it."),
      },
    ],
  });
});
