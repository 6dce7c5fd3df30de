// `pictor inspect` and `pictor project`, and the files that `--from` refuses.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCommandFolder, pngWith } from "../../testing/command-folder.js";
import { parseRecords } from "../../testing/fake-server.js";
import { shellWord } from "../../text/shell-word.js";
import { ending } from "../../testing/ending.js";

const folder = createCommandFolder();

const steering = "a \u001b]0;owned\u0007fox\u202e\nin the snow";
const parameters = `${steering}\nNegative prompt: fog\nSteps: 20, Sampler: Euler a, Seed: 7, Size: 64x64, Version: 1`;
const image = () => folder.write("fox.png", pngWith({ parameters, Comment: "hand made" }));

describe("inspect", () => {
  it("shows the metadata without control characters", async () => {
    const { code, out, err } = await folder.runOnTerminal("inspect", image());
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^fox\.png: PNG, 1 x 1 pixels, \d+ B\n/);
    expect(out).toContain(
      "Prompt\n  a \uFFFD]0;owned\uFFFDfox\uFFFD\n  in the snow\nNegative prompt\n  fog\n",
    );
    expect(out).toMatch(/sampler +euler_ancestral/);
    expect(out).toContain("Pictor has no setting for: Version.");
    expect(out).toContain("To make it again: pictor generate --from ");
    expect(/(?!\n)\p{Cc}/u.test(out)).toBe(false);
  });

  it("prints everything with --json", async () => {
    const { out } = await folder.run("inspect", image(), "--json");
    expect(parseRecords(out)).toMatchObject([
      {
        status: "finished",
        image: { format: "png", kinds: ["parameters"], texts: { parameters, Comment: "hand made" } },
        project: { workflow: "txt2img", params: { steps: 20, seed: "7" } },
      },
    ]);
  });

  it("prints one text unchanged into a pipe, and without control characters on a terminal", async () => {
    expect((await folder.run("inspect", image(), "--raw", "parameters")).out).toBe(parameters);
    expect((await folder.runOnTerminal("inspect", image(), "--raw", "parameters")).out).toContain(
      "\uFFFD]0;owned",
    );
    expect(await folder.run("inspect", image(), "--raw", "parametrs")).toMatchObject(
      ending(2, 'Did you mean "parameters"?'),
    );
  });

  it("reports that there is no metadata", async () => {
    const path = folder.write("bare.png", pngWith({}));
    const { code, out } = await folder.run("inspect", path);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining("has no generation metadata") as string,
    });
    expect(parseRecords((await folder.run("inspect", path, "--json")).out)).toMatchObject([{ refusal: {} }]);
  });

  it.each([
    ["a missing file", "none.png", undefined, "there is no such file"],
    ["a file that is not an image", "a.txt", "hello", "it is not a PNG, WebP, JPEG, AVIF, MP4, WebM or FLAC"],
  ])("refuses %s", async (_name, name, contents, said) => {
    const path = contents === undefined ? name : folder.write(name, contents);
    const { code, err } = await folder.run("inspect", path);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) as string });
    expect(err).toContain("USAGE_FILE");
  });

  it("names the command for a project", async () => {
    const path = folder.write("own.json", "{}");
    const { err } = await folder.run("inspect", path);
    expect(err).toContain(`\`pictor project show ${shellWord(path)}\` shows a project.`);
  });
});

describe("project", () => {
  it("is saved from a workflow with only the given settings", async () => {
    const path = `${folder.path}/fox.json`;
    const words = [
      "txt2img",
      "a fox",
      "--seed",
      "18446744073709551615",
      "--feature",
      "freeu",
      "--count",
      "3",
    ];
    expect(await folder.run("project", "save", path, ...words)).toMatchObject({ code: 0, out: `${path}\n` });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      pictorProject: 1,
      workflow: "txt2img",
      params: { prompt: "a fox", seed: "18446744073709551615" },
      features: [{ id: "freeu", settings: {} }],
      count: 3,
    });
    const again = await folder.run("project", "save", path, "--from", path, "--count", "1");
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining("exists already") as string });
    await folder.run("project", "save", path, "--from", path, "--count", "1", "--force");
    expect(JSON.parse(readFileSync(path, "utf8"))).not.toHaveProperty("count");
    expect((await folder.run("project", "show", path)).out).toContain(
      "Prompt\n  a fox\nSettings of txt2img\n",
    );
  });

  it("is saved without a value that is given later, and not with one that no generation takes", async () => {
    const path = join(folder.path, "later.json");
    const wrong = await folder.run("project", "save", path, "txt2img", "--set", "width=-7");
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("expected at least 16") as string });
    expect(existsSync(path)).toBe(false);
    expect((await folder.run("project", "save", path, "img2img")).code).toBe(0);
  });
});

describe("--from refuses", () => {
  const project = (change: object): string =>
    folder.write("p.json", JSON.stringify({ pictorProject: 1, workflow: "txt2img", ...change }));
  const situations: readonly (readonly [string, () => readonly string[], string])[] = [
    ["a device", () => ["/dev/null"], "a pipe or a device, not a file"],
    ["invalid JSON", () => [folder.write("p.json", "{")], "it is not JSON"],
    ["a project with several faults", () => [project({ params: 1, count: 0 })], "Also: at /count it has 0"],
    [
      "an old project of another program",
      () => [folder.write("p.smproj", '{"Version": 1, "ProjectType": "TextToImage"}')],
      "has version 1",
    ],
    ["an unknown kind of record", () => [image(), "--as", "parametrs"], 'Did you mean "parameters"?'],
    [
      "a kind of record that the image does not have",
      () => [image(), "--as", "record"],
      "It holds the parameters text",
    ],
    ["a kind of record for a project", () => [project({}), "--as", "record"], "--as record is for an image"],
    ["an unknown workflow", () => [project({ workflow: "txt2imgs" })], 'Did you mean "txt2img"?'],
    [
      "a prompt in the place of a workflow",
      () => ["a red fox", "--from", image()],
      "give the prompt as: --prompt",
    ],
  ];
  it.each(situations)("%s", async (_name, given, said) => {
    const words = given();
    const options = words.includes("--from") ? words : ["--from", ...words];
    expect(await folder.run("graph", ...options)).toMatchObject(ending(2, said));
  });
  it("a graph, and says how it is run", async () => {
    const path = folder.write("p.json", '{"1": {}}');
    const { err } = await folder.run("graph", "--from", path);
    expect(err).toContain(`pictor generate custom --set ${shellWord(`graph=${path}`)}`);
  });
  it("neither a workflow nor a file", async () => {
    expect(await folder.run("generate")).toMatchObject(ending(2, "Missing required argument 'workflow'."));
  });
});
