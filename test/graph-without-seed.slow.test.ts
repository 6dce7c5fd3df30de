// A graph that uses no seed, from end to end: no name, record or text names one, and the image can be made again.

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { userVariables } from "@pictor/host/testing";
import { createCommandFolder } from "../cli/testing/command-folder.js";

const graph = JSON.stringify({
  1: { class_type: "EmptyImage", inputs: { width: 8, height: 8, batch_size: 1, color: 0 } },
  2: { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "x" } },
});

interface Line {
  readonly type: string;
  readonly outputs?: readonly { readonly path: string }[];
}

it("has no seed in its file name, lines, records and history, and can be made again", async () => {
  const folder = createCommandFolder();
  for (const [name, value] of Object.entries(userVariables(folder.path))) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = async (...words: readonly string[]) => {
    const { code, out, err } = await folder.run(...words);
    expect(`${code} ${err}`).toMatch(/^0 /);
    expect(out).not.toMatch(/seed/i);
    return out;
  };
  const out = join(folder.path, "out");
  const more = ["--backend", "embedded", "--out", out, "--json"];
  const set = ["--set", `graph=${folder.write("graph.json", graph)}`];
  const generated = await run("generate", "custom", ...set, ...more);
  const lines = generated
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const path = lines.find(({ type }) => type === "result")?.outputs?.[0]?.path ?? "";
  expect(basename(path)).toMatch(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d-custom\.png$/);
  const inspected = JSON.parse(await run("inspect", path, "--json")) as object;
  expect(inspected).toMatchObject({ project: { workflow: "custom" } });
  await run("inspect", path);
  await run("history", "--json");
  await run("graph", "custom", ...set, "--backend", "embedded", "--json");
  const listed = await folder.run("history");
  expect(listed.out).toMatch(/custom +\S*custom\.png/);
  await run("generate", "--from", path, "--yes", ...more);
  expect(readdirSync(out)).toHaveLength(2);
});
