// `pictor inspect`, `pictor project` and what `--from` refuses.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDesk, pngWith, type Desk } from "../../testing/command-folder.js";
import { published } from "../../testing/server-host.js";

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
});
afterAll(() => {
  desk.clear();
});

const steering = "a \u001b]0;owned\u0007fox\u202e\nin the snow";
const parameters = `${steering}\nNegative prompt: fog\nSteps: 20, Sampler: Euler a, Seed: 7, Size: 64x64, Version: 1`;
const image = () => desk.file("fox.png", pngWith({ parameters, Comment: "hand made" }));

describe("inspect", () => {
  it("shows what the image says, with nothing in it that steers a terminal", async () => {
    const { code, out, err } = await desk.shown("inspect", image());
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

  it("gives everything with --json", async () => {
    const { out } = await desk.pictor("inspect", image(), "--json");
    expect(published(out)).toMatchObject([
      {
        status: "finished",
        image: { format: "png", kinds: ["parameters"], texts: { parameters, Comment: "hand made" } },
        project: { workflow: "txt2img", params: { steps: 20, seed: "7" } },
      },
    ]);
  });

  it("gives one text as it is into a pipe, and plain on a terminal", async () => {
    expect((await desk.pictor("inspect", image(), "--raw", "parameters")).out).toBe(parameters);
    expect((await desk.shown("inspect", image(), "--raw", "parameters")).out).toContain("\uFFFD]0;owned");
    const { code, err } = await desk.pictor("inspect", image(), "--raw", "parametrs");
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('Did you mean "parameters"?') as string,
    });
  });

  it("says so when there is nothing", async () => {
    const path = desk.file("bare.png", pngWith({}));
    const { code, out } = await desk.pictor("inspect", path);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining("has no generation metadata") as string,
    });
    expect(published((await desk.pictor("inspect", path, "--json")).out)).toMatchObject([{ refusal: {} }]);
  });

  it.each([
    ["a file that is not there", "none.png", undefined, "there is no such file"],
    ["what is no image", "a.txt", "hello", "it is neither a PNG nor a WebP nor a JPEG"],
  ])("refuses %s", async (_name, name, contents, said) => {
    const path = contents === undefined ? name : desk.file(name, contents);
    const { code, err } = await desk.pictor("inspect", path);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) as string });
    expect(err).toContain("USAGE_FILE");
  });
});

describe("project", () => {
  it("is saved from a workflow, with what was given and no more", async () => {
    const path = `${desk.folder}/fox.json`;
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
    expect(await desk.pictor("project", "save", path, ...words)).toMatchObject({ code: 0, out: `${path}\n` });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      pictorProject: 1,
      workflow: "txt2img",
      params: { prompt: "a fox", seed: "18446744073709551615" },
      features: [{ id: "freeu", settings: {} }],
      count: 3,
    });
    const again = await desk.pictor("project", "save", path, "--from", path, "--count", "1");
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining("it exists already") as string });
    await desk.pictor("project", "save", path, "--from", path, "--count", "1", "--force");
    expect(JSON.parse(readFileSync(path, "utf8"))).not.toHaveProperty("count");
    expect((await desk.pictor("project", "show", path)).out).toContain(
      "Prompt\n  a fox\nSettings of txt2img\n",
    );
  });

  it("is shown of an image too, with its notes", async () => {
    const { out, err } = await desk.pictor("project", "show", image(), "--json");
    expect(published(out)).toMatchObject([{ project: { kind: "parameters", workflow: "txt2img" } }]);
    expect(err).toBe("");
  });
});

describe("--from refuses", () => {
  const project = (change: object): string =>
    desk.file("p.json", JSON.stringify({ pictorProject: 1, workflow: "txt2img", ...change }));
  const situations: readonly (readonly [string, () => readonly string[], string])[] = [
    ["a device", () => ["/dev/null"], "a pipe or a device, not a file"],
    ["no JSON", () => [desk.file("p.json", "{")], "it is not JSON"],
    ["a graph", () => [desk.file("p.json", '{"1": {}}')], "pictor generate custom --set graph="],
    ["a project of another version", () => [project({ pictorProject: 2 })], "at /pictorProject it has 2"],
    ["a project with several faults", () => [project({ params: 1, count: 0 })], "Also: at /count it has 0"],
    [
      "an old project of another program",
      () => [desk.file("p.smproj", '{"Version": 1, "ProjectType": "TextToImage"}')],
      "has version 1",
    ],
    ["a kind that nobody knows", () => [image(), "--as", "parametrs"], 'Did you mean "parameters"?'],
    ["a kind that is not there", () => [image(), "--as", "record"], "It holds the parameters text"],
    ["a kind of a project", () => [project({}), "--as", "record"], "--as record is for an image"],
    ["a workflow that is not there", () => [project({ workflow: "txt2imgs" })], 'Did you mean "txt2img"?'],
    [
      "a prompt in the place of a workflow",
      () => ["a red fox", "--from", image()],
      "give the prompt as: --prompt",
    ],
  ];
  it.each(situations)("%s", async (_name, given, said) => {
    const words = given();
    const options = words.includes("--from") ? words : ["--from", ...words];
    const { code, err } = await desk.pictor("graph", ...options);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) as string });
  });
  it.each([
    [["graph", "--as", "record"], "--as belongs to --from"],
    [["generate"], "Missing required argument 'workflow'."],
    [["validate"], "Missing required argument 'workflow'."],
  ])("%j", async (words, said) => {
    const { code, err } = await desk.pictor(...words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) as string });
  });
});
