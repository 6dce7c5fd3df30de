// A folder in which nothing can be saved is noticed before anything is submitted.

import { join } from "node:path";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { afterAll, expect, it } from "vitest";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { run } from "../cli/program/run.js";
import { createBuiltinPictor } from "./builtins.test.support.js";

const folder = createTestFolder({ file: "" });
const pictor = await createBuiltinPictor();
afterAll(() => pictor.dispose());
const params = { prompt: "a kite", width: 64, height: 64, steps: 1 };

it("a generation fails before its first batch, and the text names folder and reason", async () => {
  const directory = join(folder, "file/images");
  const generation = pictor.generate({ workflow: "txt2img", params, directory });
  const states: string[] = [];
  for await (const event of generation.events) if (event.type === "job") states.push(event.state);
  expect(states).toEqual(["building", "gating", "failed"]);
  const result = await generation.result;
  expect(result).toMatchObject({ status: "failed", error: { code: "OUTPUT_FOLDER_UNUSABLE" } });
  expect(result.status === "failed" && result.error.message).toContain(directory);
});

it("the command ends with exit code 2", async () => {
  const settings = ["width=64", "height=64", "steps=1"].flatMap((setting) => ["--set", setting]);
  const words = ["generate", "txt2img", "a kite", ...settings, "--backend", "embedded"];
  const streams = fakeStreams(false, { ...userVariables(folder), PATH: "" });
  expect(await run([...words, "--out", join(folder, "file")], streams)).toBe(2);
  expect(streams.written.err).toContain("nothing was submitted");
});
