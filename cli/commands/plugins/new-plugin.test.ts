// `pictor plugins new` and `pictor plugins types`: what they write, and what they refuse.

import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shellWord } from "../../text/shell-word.js";
import { kindNames } from "../../scaffold/kinds.js";
import { pluginId } from "../../scaffold/names.js";
import { pluginFiles } from "../../scaffold/plugin-files.js";
import { createCommandFolder } from "../../testing/command-folder.js";
import { parseRecords } from "../../testing/fake-server.js";
import { ending } from "../../testing/ending.js";

const folder = createCommandFolder();

const create = (...words: readonly string[]) =>
  folder.run("plugins", "new", ...words, "--directory", folder.path);
const read = (...path: readonly string[]): string => readFileSync(join(folder.path, ...path), "utf8");

describe("plugins new", () => {
  it.each(kindNames.filter((kind) => kind !== "feature"))("%s is valid as it is", async (kind) => {
    const { code, out } = await create(kind, "my-team");
    expect(code).toBe(0);
    const path = join(folder.path, pluginId(kind, "my-team"));
    expect(out.trimEnd().split("\n").slice(-2)).toEqual([
      `  pictor plugins test ${shellWord(path)}`,
      `  pictor plugins add ${shellWord(path)}`,
    ]);
    expect(readdirSync(path)).toEqual(expect.arrayContaining(["package.json", "plugin.json", "README.md"]));
    expect(JSON.parse(read(pluginId(kind, "my-team"), "package.json"))).toMatchObject({
      name: pluginId(kind, "my-team"),
      keywords: ["pictor-plugin"],
    });
    expect(await folder.run("plugins", "validate", path)).toMatchObject({ code: 0, err: "" });
  });

  it("a feature and a workflow of the same name have different ids", async () => {
    const { out } = await create("feature", "acme", "--json");
    expect(parseRecords(out)).toMatchObject([{ id: "workflow-acme-feature", status: "finished" }]);
    expect(await create("workflow", "acme")).toMatchObject({ code: 0, err: "" });
    const folders = ["workflow-acme", "workflow-acme-feature"].map((name) => join(folder.path, name));
    expect(await folder.run("plugins", "validate", ...folders)).toMatchObject({ code: 0, err: "" });
  });

  it("in TypeScript, with types of its settings", async () => {
    expect(await create("auth", "typed", "--typescript")).toMatchObject({ code: 0, err: "" });
    expect(read("auth-typed", "settings.gen.ts")).toMatch(/export type TypedSettings = \{[^}]*key: string;/);
    expect(existsSync(join(folder.path, "auth-typed/scheme.ts"))).toBe(true);
  });

  it.each(kindNames)("the name stands in every place: %s", (kind) => {
    for (const language of ["javascript", "typescript", "compiled"] as const)
      for (const [path, text] of pluginFiles({ kind, name: "my-team", language }))
        expect([path, /acme|\.EXT/i.test(text)]).toEqual([path, false]);
  });

  it("has JavaScript alone, TypeScript alone, or both", () => {
    const files = (language: "javascript" | "typescript" | "compiled") =>
      [...pluginFiles({ kind: "gate", name: "a", language }).keys()].filter((path) =>
        path.startsWith("index"),
      );
    expect([files("javascript"), files("typescript"), files("compiled").sort()]).toEqual([
      ["index.js"],
      ["index.ts"],
      ["index.js", "index.ts"],
    ]);
  });
});

describe("plugins new refuses", () => {
  it.each([
    ["an unknown kind, with the nearest", ["auht", "x"], /"auht" is not a kind.*Did you mean "auth"\?/s],
    ["a bad name, with the nearest", ["auth", "My Team"], /"My Team" cannot be.*my-team\./s],
    ["a path", ["auth", "../x"], /"\.\.\/x" cannot be the name/],
    ["an id", ["auth", "auth-x"], /pictor plugins new auth x/],
    ["the id of a gate", ["gate", "x-checker"], /pictor plugins new gate x\b/],
    ["the id of a feature", ["feature", "workflow-x-feature"], /pictor plugins new feature x\b/],
    ["a plugin that comes along", ["auth", "basic"], /already a plugin auth-basic/],
    ["a contribution that comes along", ["workflow", "flux-kontext"], /already the workflow flux-kontext/],
    ["a path of the server", ["api", "v2"], /\/v2 belongs to the server/],
  ])("%s", async (_what, words, message) => {
    const { code, err } = await create(...words);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it("an id, with a command that creates what was asked for where it was asked for", async () => {
    const { err } = await create("auth", "auth-x", "--typescript");
    expect(err).toContain(`pictor plugins new auth x --typescript --directory ${shellWord(folder.path)}\n`);
  });

  it("a folder that exists, which stays as it is", async () => {
    mkdirSync(join(folder.path, "auth-taken"));
    const { code, err } = await create("auth", "taken");
    expect([code, readdirSync(join(folder.path, "auth-taken"))]).toEqual([2, []]);
    expect(err).toContain("already exists. Nothing was written.");
  });

  it.skipIf(process.platform === "win32")("a place where no folder can be created", async () => {
    const { code, err } = await folder.run("plugins", "new", "auth", "x", "--directory", "/dev/null/a");
    expect(code).not.toBe(0);
    expect(err).toContain("FILE_NOT_WRITABLE");
  });
});

describe("plugins types", () => {
  const types = (...words: readonly string[]) => folder.run("plugins", "types", ...words);

  it("writes the types, and --check tells whether they are current", async () => {
    await create("output", "types");
    const path = join(folder.path, "output-types");
    expect(await types(path, "--check")).toMatchObject(ending(2, "Run: "));
    expect(existsSync(join(path, "settings.gen.ts"))).toBe(false);
    expect(await types(path)).toMatchObject({ code: 0, out: `${join(path, "settings.gen.ts")}\n` });
    expect(read("output-types", "settings.gen.ts")).toContain("export type Config = {");
    expect(await types(path, "--check")).toMatchObject({ code: 0 });
  });

  it("leaves a file that was not generated", async () => {
    await create("auth", "own");
    folder.write("auth-own/settings.gen.ts", "// mine\n");
    expect(await types(join(folder.path, "auth-own"))).toMatchObject(ending(2, "was not generated"));
    expect(read("auth-own", "settings.gen.ts")).toBe("// mine\n");
  });

  it("says that there is nothing to write, and what is wrong with a manifest", async () => {
    await create("panel", "types");
    expect(await types(join(folder.path, "panel-types"))).toMatchObject({
      code: 0,
      out: expect.stringContaining("declares no settings"),
    });
    expect(await types(folder.path)).toMatchObject(ending(2, "PLUGIN_FOLDER_MISSING"));
  });
});

it("--verbose shows the cause of an error, as with every other command", async () => {
  const missing = join(folder.path, "missing");
  const { err } = await folder.run("--verbose", "plugins", "new", "auth", "a", "--directory", missing);
  expect(err).toContain("caused by: ENOENT");
});
