// The kinds of metadata from which a command takes its request: which it knows, and which it names.

import { metadataKinds } from "@pictor/image-metadata";
import { expect, it } from "vitest";
import { createCommandFolder, pngWith } from "../testing/command-folder.js";

const folder = createCommandFolder();

it("the help lists all of them", async () => {
  const { out } = await folder.run("graph", "--help");
  const known = metadataKinds.join(", ").replace(/, (?=[^,]*$)/, " or ");
  expect(out.replace(/\s+/g, " ")).toContain(known);
});

it.each([
  ["its parameters text", { parameters: "a fox\nSteps: 4, Seed: 1, Size: 64x64" }],
  [
    "its metadata of Fooocus",
    { parameters: JSON.stringify({ prompt: "a fox", base_model: "m", guidance_scale: 4 }) },
  ],
])("a note names %s", async (name, texts) => {
  const path = folder.write("a.png", pngWith(texts));
  const { err } = await folder.run("graph", "--from", path);
  expect(err).toContain(`a.png (${name}): txt2img`);
});
