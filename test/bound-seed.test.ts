// Batches of a graph whose seed is bound to a value, from end to end.

import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createBuiltinPictor } from "./builtins.test.support.js";

it("two batches have the seed that was run in their names and records, and the user is told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-seed-"));
  const pictor = await createBuiltinPictor();
  onTestFinished(() => pictor.dispose());
  const graph = join(folder, "graph.json");
  const noise = { class_type: "RandomNoise", inputs: { noise_seed: 1 } };
  const show = { class_type: "PreviewAny", inputs: { source: ["1", 0] } };
  writeFileSync(graph, JSON.stringify({ 1: noise, 2: show }));
  const params = { graph, bindings: { "RandomNoise.noise_seed": "9" } };
  const directory = join(folder, "out");
  const request = { workflow: "custom", params, count: 2, directory, savesTexts: true };
  const { outputs, problems } = await pictor.generate(request).result;
  expect(outputs.map(({ seed }) => seed)).toEqual([9n, 9n]);
  expect(problems.map(({ code }) => code)).toEqual(["CUSTOM_SEED_BOUND"]);
  expect(readdirSync(directory).every((name) => /-9(_2)?\.txt$/.test(name))).toBe(true);
});
