// `pictor presets`, and `generate --preset`: the presets that forms save, on the command line.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../testing/command-folder.js";
import { parseRecords } from "../../testing/fake-server.js";
import { ending } from "../../testing/ending.js";

let folder: CommandFolder;
beforeEach(() => void (folder = createCommandFolder()));

const save = (...words: readonly string[]) =>
  folder.run("presets", "save", "kite", "txt2img", "a kite", "--set", "steps=3", ...words);
const last = (out: string) => parseRecords(out).at(-1) as Record<string, unknown>;
const graphOf = async (...words: readonly string[]): Promise<string> => {
  const { code, out, err } = await folder.run("graph", "--preset", "kite", ...words);
  expect([code, err]).toEqual([0, expect.any(String) as unknown]);
  return out;
};

it("a preset is saved, listed, shown and deleted", async () => {
  const saved = await save(
    "--seed",
    "7",
    "--count",
    "2",
    "--description",
    "For kites",
    "--backend",
    "embedded",
  );
  expect([saved.code, saved.err]).toEqual([0, expect.stringContaining("generate --preset kite") as unknown]);
  expect(last((await folder.run("presets", "list", "--json")).out)["presets"]).toMatchObject([
    {
      name: "kite",
      description: "For kites",
      workflow: "txt2img",
      count: 2,
      backend: "embedded",
      params: { prompt: "a kite", steps: 3, seed: "7" },
      features: [],
      seed: "fixed",
    },
  ]);
  expect((await folder.run("presets", "list")).out).toMatch(/kite +txt2img +For kites/);
  const { out } = await folder.run("presets", "show", "kite");
  for (const text of ["For kites", "a kite", "steps", "embedded", "fixed"]) expect(out).toContain(text);
  expect((await folder.run("presets", "delete", "kite")).code).toBe(0);
  expect((await folder.run("presets", "show", "kite")).err).toContain('There is no preset "kite"');
});

it("a backend or a workflow that does not exist is attributed to the preset or the file that names it", async () => {
  await save("--backend", "studo");
  expect((await folder.run("graph", "--preset", "kite")).err).toContain(
    'There is no backend "studo" (named by the preset kite).',
  );
  await graphOf("--backend", "embedded");
  const file = folder.write("project.json", JSON.stringify({ pictorProject: 1, workflow: "tx2img" }));
  expect((await folder.run("graph", "--from", file)).err).toContain(
    `There is no workflow "tx2img" (named by ${file}).`,
  );
});

it("a file that a project file names is asked about, because a preset is run without a question", async () => {
  const secret = folder.write("secret.txt", "something private");
  const params = { prompt: "a", image: secret };
  const project = { pictorProject: 1, workflow: "img2img", params, features: [] };
  mkdirSync(join(folder.path, "clone"));
  const file = folder.write("clone/project.json", JSON.stringify(project));
  const from = async (...words: readonly string[]) =>
    folder.run("presets", "save", "kite", "--from", file, ...words);
  expect(await from()).toMatchObject({ code: 2, err: expect.stringContaining(`image=${secret}`) as string });
  expect((await folder.run("presets", "show", "kite")).err).toContain('There is no preset "kite"');
  expect((await from("--yes")).code).toBe(0);
});

it.each([
  [["--set", "width=-7"], "--set width: expected at least 16, found a number: -7."],
  [["--seed", "abc"], "--seed: expected a whole number from 0"],
])("a value that no generation takes is refused: %j", async (words, text) => {
  expect(await save(...words)).toMatchObject({ code: 2, err: expect.stringContaining(text) as string });
  expect((await folder.run("presets", "list")).out).not.toContain("kite");
});

it("an existing preset is kept unless --force is given", async () => {
  await save();
  expect((await save()).err).toContain("There is already a preset kite");
  expect((await save("--force", "--seed", "8")).code).toBe(0);
});

describe("a generation from a preset", () => {
  it("has its settings, and options override them", async () => {
    await save("--seed", "7");
    expect(await graphOf()).toMatch(/"noise_seed": 7|"seed": 7/);
    const changed = await graphOf("--set", "steps=9", "--prompt", "a boat");
    expect(changed).toMatch(/"steps": 9/);
    expect(changed).toContain("a boat");
  });

  it("has a new seed each time, unless the preset has one", async () => {
    await save();
    const seedOf = (graph: string) => /"(?:noise_)?seed": (\d+)/.exec(graph)?.[1];
    expect(seedOf(await graphOf())).not.toBe(seedOf(await graphOf()));
  });

  it("is validated, on its backend", async () => {
    await save("--backend", "embedded");
    const valid = await folder.run("validate", "--preset", "kite");
    expect(valid).toMatchObject({ code: 0, out: expect.stringContaining("kite: ok on embedded") as unknown });
    await save("--backend", "nosuch", "--force");
    expect((await folder.run("validate", "--preset", "kite")).err).toContain("nosuch");
    expect((await folder.run("validate", "--preset", "kite", "--backend", "embedded")).code).toBe(0);
  });

  it("refuses an image that only the local API has, unless it is replaced", async () => {
    const params = { prompt: "", image: { $upload: "0".repeat(64) } };
    const preset = {
      name: "kite",
      workflow: "img2img",
      params,
      features: [],
      count: 1,
      seed: "random",
      savedAtMs: 1,
    };
    folder.write(folder.data("presets.json"), JSON.stringify({ version: 1, presets: [preset] }));
    expect(await folder.run("generate", "--preset", "kite")).toMatchObject(ending(2, "--set image=FILE"));
  });

  it("refuses --from besides", async () => {
    await save();
    expect((await folder.run("generate", "--preset", "kite", "--from", "a.png")).err).toContain(
      "--preset cannot be combined with --from",
    );
  });
});
