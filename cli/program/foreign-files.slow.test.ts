// Files that strangers wrote: images with records, projects, journals and plugin manifests with control characters,
// huge and odd values.

import { manifestOf } from "@pictor/host/testing";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, pngWith, type CommandFolder } from "../testing/command-folder.js";

let folder: CommandFolder;
beforeEach(() => void (folder = createCommandFolder()));

/** A title of the window, a direction mark, a C1 control character, and a line of its own. */
const evil = "\u001b]0;owned\u0007\u202e\u009b2J\nerror: a false line";
const steers = /(?!\n)[\p{Cc}\p{Bidi_C}]/u;

const record = {
  version: 1,
  workflow: "txt2img",
  params: { prompt: "a fox", seed: "7" },
  features: [],
  prompt: { positive: "a fox", negative: "" },
  seed: "7",
  batch: 0,
  index: 0,
  plugins: {},
  backend: { name: "x", kind: "remote", version: "1" },
};
/** JSON with a key that a literal cannot have. */
const withOwnKey = (json: object, key: string, value: string): string =>
  JSON.stringify(json).replace(/^\{/, `{${JSON.stringify(key)}:${value},`);
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const imageWith = (text: string): string => folder.write("fox.png", pngWith({ pictor: text }));
const changed = (change: object): string => JSON.stringify({ ...record, ...change });

/** What the commands print for an image; nothing may steer the terminal, and nothing may be an internal error. */
async function shown(image: string): Promise<string> {
  const runs = [
    await folder.runOnTerminal("inspect", image),
    await folder.run("inspect", image, "--json"),
    await folder.run("graph", "--from", image, "--yes"),
    await folder.run("generate", "--from", image, "--json", "--backend", "nowhere"),
    await folder.runWithAnswer("", "generate", "--from", image, "--backend", "nowhere"),
  ];
  for (const { out, err } of runs) {
    expect(`${out}${err}`).not.toMatch(steers);
    expect(`${out}${err}`).not.toMatch(/INTERNAL|Maximum call stack/);
  }
  return runs.map(({ out, err }) => out + err).join("\n");
}

describe("the record of an image", () => {
  it.each<readonly [string, () => string]>([
    [
      "control characters in every text",
      () =>
        changed({
          workflow: evil,
          features: [{ id: evil, settings: { [evil]: evil } }],
          params: { [evil]: evil, prompt: evil, seed: "7" },
          plugins: { [evil]: evil },
          backend: { name: evil, kind: evil, version: evil, notice: evil },
        }),
    ],
    [
      "control characters in values that are checked",
      () =>
        changed({
          params: { prompt: "a", seed: evil, width: evil, sampler: evil, model: evil },
          features: [{ id: "lora", settings: { name: evil, [evil]: 1 } }],
        }),
    ],
    [
      "control characters in paths",
      () =>
        changed({
          workflow: "img2img",
          params: { image: `/no/${evil}.png`, prompt: "a" },
          files: { [`/no/${evil}.png`]: "0".repeat(64) },
        }),
    ],
    ["control characters in the version", () => changed({ version: evil })],
    [
      "texts that are no texts",
      () =>
        changed({
          backend: { name: "x", kind: "remote", version: "1", notice: { toString: 1, valueOf: 1 } },
          metadata: { toString: 1 },
        }),
    ],
    ["a number in place of each text", () => changed({ backend: { name: 1 }, workflow: 7 })],
    [
      "keys of prototypes",
      () => withOwnKey({ ...record, workflow: "constructor" }, "__proto__", `{"workflow":"txt2img"}`),
    ],
    [
      "keys of prototypes in settings",
      () =>
        changed({
          params: JSON.parse(withOwnKey(record.params, "__proto__", `{"width":1}`)) as object,
          features: [
            { id: "__proto__", settings: {} },
            { id: "lora", settings: JSON.parse(`{"__proto__":{"name":"x"},"constructor":1}`) as object },
          ],
        }),
    ],
    [
      "settings nested too deeply for a stack",
      () => changed({}).replace(`"seed":"7"}`, `"seed":"7","deep":${nested(200_000)}}`),
    ],
    [
      "a feature nested too deeply for a stack",
      () =>
        changed({}).replace(
          `"features":[]`,
          `"features":[{"id":"lora","settings":{"name":${nested(200_000)}}}]`,
        ),
    ],
    [
      "numbers out of range",
      () => changed({}).replace(`"seed":"7"}`, `"width":1e999,"steps":-1e308,"seed":"18446744073709551615"}`),
    ],
  ])("has %s", async (_what, text) => {
    await shown(imageWith(text()));
  });

  it("names at most a few of a million unknown features and settings", async () => {
    const features = Array.from({ length: 100_000 }, (_, index) => ({ id: `f${index}`, settings: {} }));
    const { err } = await folder.run("graph", "--from", imageWith(changed({ features })));
    expect(err.split("\n").length).toBeLessThan(60);
  });

  it.each(["prompt", "workflow", "smproj", "parameters-json"])(
    "has a %s nested too deeply for a stack",
    async (key) => {
      const deep = `{"1":{"class_type":"KSampler","inputs":{"a":${nested(100_000)}}},"nodes":[{"a":${nested(100_000)}}]}`;
      await shown(folder.write("fox.png", pngWith({ [key]: deep })));
    },
  );
});

it.each<readonly [string, string]>([
  [
    "control characters",
    JSON.stringify({
      pictorProject: 1,
      workflow: evil,
      [evil]: 1,
      params: { [evil]: evil },
      features: [{ id: evil }],
    }),
  ],
  [
    "unknown settings with control characters",
    JSON.stringify({ pictorProject: 1, workflow: "txt2img", params: { [evil]: evil, prompt: evil } }),
  ],
  [
    "keys of prototypes",
    `{"pictorProject":1,"workflow":"__proto__","params":{"__proto__":1},"features":[{"id":"toString","settings":{"__proto__":1}}]}`,
  ],
  [
    "settings nested too deeply for a stack",
    `{"pictorProject":1,"workflow":"txt2img","params":{"prompt":"a","deep":${nested(200_000)},"width":${nested(200_000)}}}`,
  ],
  [
    "a wrong value nested too deeply for a stack",
    `{"pictorProject":1,"workflow":"txt2img","params":${nested(200_000)}}`,
  ],
])("a project has %s", async (_what, text) => {
  const path = folder.write("p.json", text);
  for (const words of [
    ["graph", "--from", path],
    ["generate", "--from", path, "--json", "--backend", "nowhere"],
    ["project", "show", path],
  ]) {
    const { out, err } = await folder.run(...words);
    expect(`${out}${err}`).not.toMatch(steers);
    expect(`${out}${err}`).not.toMatch(/INTERNAL|Maximum call stack/);
  }
});

const entry = {
  time: "2026-08-01T10:00:00.000Z",
  workflow: "txt2img",
  prompt: "a",
  negative: "",
  seed: "1",
  path: "/x.png",
};
it.each<readonly [string, string]>([
  [
    "control characters",
    JSON.stringify({
      ...entry,
      workflow: `txt2im${evil}`,
      seed: evil,
      prompt: evil,
      path: `/${evil}`,
      more: evil,
      [evil]: 1,
    }),
  ],
  ["a time that is none", JSON.stringify({ ...entry, time: evil })],
  ["a path with NUL", JSON.stringify({ ...entry, path: "/a\u0000b" })],
  ["keys of prototypes", withOwnKey(entry, "__proto__", `{"path":1}`)],
  ["values of another kind", `7\nnull\n"x"\n[]\n{"time":{}}\n`],
  ["a value nested too deeply for a stack", withOwnKey(entry, "deep", nested(200_000))],
])("the journal has %s", async (_what, line) => {
  folder.write("data/pictor/history.jsonl", `${line}\n`);
  for (const words of [["history"], ["history", "--json"], ["history", "--workflow", "txt2im"]]) {
    const { code, out, err } = await folder.run(...words);
    expect(`${out}${err}`).not.toMatch(steers);
    expect([code, `${out}${err}`]).toEqual([0, expect.not.stringMatching(/INTERNAL|Maximum call stack|NaN/)]);
  }
});

const form = (text: string) => ({
  type: "object",
  properties: {
    [`a${text}`]: { type: "string", title: text, description: text, default: text },
    b: { type: "string", enum: [text, "x"], default: text, title: text },
    c: { type: "integer", "x-unit": text, title: text },
  },
});
const manifest = (text: string, id = "evil-plugin", own = id) =>
  manifestOf(id, "workflow", {
    title: text,
    description: text,
    license: text,
    permissions: [{ name: "files", reason: text }],
    requires: { plugins: { [text]: text }, extensions: [{ id: text, range: text }], node: text },
    config: form(text),
    taps: [{ hook: "onEvent", handler: text, when: { types: [text] } }],
    contributes: {
      workflows: [
        { id: own, title: text, params: form(text) },
        { id: text, title: text, params: form(text) },
      ],
      features: [
        { id: own, title: text, settings: form(text) },
        { id: text, title: text, settings: form(text) },
      ],
      authSchemes: [
        { id: own, title: text, handler: text, settings: form(text) },
        { id: text, title: text, handler: text, settings: form(text) },
      ],
      backends: [
        { id: own, title: text, settings: form(text) },
        { id: text, title: text, settings: form(text) },
      ],
      nodeClasses: [{ class: text, extension: text, range: text }],
    },
  });
/** Only texts that a valid manifest leaves to its author. */
const valid = (text: string) => {
  const { license: _license, requires: _requires, taps: _taps, ...rest } = manifest(text);
  const fine = {
    type: "object",
    properties: {
      b: { type: "string", enum: ["x", text], default: "x", title: text, description: text },
      c: { type: "integer", "x-unit": text, title: text },
    },
  };
  return {
    ...rest,
    config: fine,
    contributes: {
      workflows: [{ id: "evil-flow", title: text, params: fine }],
      features: [{ id: "evil-feature", title: text, settings: fine }],
    },
  };
};
const use = (content: object): void => {
  mkdirSync(join(folder.path, "plugins/evil-plugin"), { recursive: true });
  folder.write("plugins/evil-plugin/plugin.json", JSON.stringify(content));
  folder.write("plugins/evil-plugin/package.json", JSON.stringify({ type: "module" }));
  folder.write("plugins/evil-plugin/index.js", "export default {};");
  folder.write("pictor.json", JSON.stringify({ pluginDirectories: ["plugins"] }));
};
it.each<readonly [string, () => object]>([
  ["in every text", () => manifest(evil)],
  ["in its id", () => manifest("x", evil)],
  ["in texts that are valid", () => valid(evil)],
])("the manifest of a plugin has control characters %s", async (_where, content) => {
  use(content());
  const config = ["--config", join(folder.path, "pictor.json")];
  for (const words of [
    ["plugins", "list"],
    ["plugins", "list", "--json"],
    ["plugins", "inspect", "evil-plugin"],
    ["plugins", "inspect", "--hook", "onEvent"],
    ["plugins", "validate", join(folder.path, "plugins/evil-plugin")],
    ["generate", "--help"],
    ["generate", "evil-plugin", "--help"],
    ["generate", "evil-flow", "--help"],
    ["generate", "--feature", "evil-plugin", "--help"],
    ["generate", "--feature", "evil-feature", "--help"],
    ["auth", "set", "x", "--help"],
    ["auth", "set", "x", "--type", "evil-plugin", "--help"],
    ["backend", "set", "x", "--kind", "evil-plugin", "--help"],
    ["generate", "evil-flow", "--set", "b=nope"],
    ["generate", "evil-flo"],
    ["catalog", "list"],
  ]) {
    const { out, err } = await folder.run(...words, ...config);
    expect.soft(`${words.join(" ")}\n${out}${err}`).not.toMatch(steers);
    expect.soft(`${words.join(" ")}\n${out}${err}`).not.toMatch(/INTERNAL/);
  }
});
