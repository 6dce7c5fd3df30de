// What is completed: commands, options, and the names of the manifests and the configuration files.

import { beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../testing/command-folder.js";
import { ending } from "../../testing/ending.js";

let folder: CommandFolder;
let config: string;
beforeEach(() => {
  folder = createCommandFolder();
  config = folder.write(
    "pictor.json",
    JSON.stringify({ backends: { studio: { kind: "embedded" }, "$(evil)": { kind: "embedded" } } }),
  );
});
const complete = async (...words: readonly string[]) => {
  const { code, out, err } = await folder.run("completion", "candidates", "--", ...words);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out.split("\n").slice(0, -1);
};

describe("completes", () => {
  it.each<readonly [readonly string[], readonly string[]]>([
    [["gen"], ["generate"]],
    [["plugins", "i"], ["inspect"]],
    [["plugins", "inspect", "--ho"], ["--hook"]],
    [
      ["plugins", "inspect", "--hook", "before"],
      ["beforeFirstBatch", "beforeSend"],
    ],
    [["generate", "txt"], ["txt2img"]],
    [["generate", "txt2img", "--feature", "lor"], ["lora"]],
    [["workflows", "show", "img2"], ["img2img"]],
    [["auth", "set", "work", "--type", "oauth2"], ["oauth2"]],
    [["--js"], ["--json"]],
    [["generate", "txt2img", "--jso"], ["--json"]],
    [["nothing", "x"], []],
  ])("%j", async (words, expected) => {
    expect(await complete(...words)).toEqual(expected);
  });

  it("the names of a file, without those that a shell would interpret", async () => {
    expect(await complete("--config", config, "generate", "--backend", "")).toEqual(["studio"]);
  });

  it("no hidden command", async () => {
    expect(await complete("completion", "c")).toEqual([]);
  });
});

it.each(["bash", "zsh", "fish"])("prints a script for %s", async (shell) => {
  expect((await folder.run("completion", shell)).out).toContain("pictor completion candidates --");
});

it("names the known shells", async () => {
  expect(await folder.run("completion", "csh")).toMatchObject(ending(2, "Known: bash, zsh, fish."));
});
