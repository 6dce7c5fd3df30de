// Common mistakes of new users, and the error messages about them.

import { manifestOf } from "@pictor/host/testing";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { shellWord } from "../text/shell-word.js";
import { createCommandFolder, type CommandFolder } from "../testing/command-folder.js";
import { ending } from "../testing/ending.js";

let folder: CommandFolder;
beforeEach(() => {
  folder = createCommandFolder();
  folder.write("pictor.json", JSON.stringify(configuration));
});

const configuration = {
  pluginDirectories: ["my-plugins"],
  backend: "here",
  backends: {
    here: { kind: "embedded" },
    studio: { kind: "remote", baseUrl: "http://127.0.0.1:9/", auth: "lost" },
    bare: { kind: "remote" },
  },
  profiles: { team: { type: "team", schemes: { team: { team: "red" } } } },
};
const manifest = manifestOf("auth-team", "auth", {
  contributes: {
    authSchemes: [
      {
        id: "team",
        title: "Team",
        handler: "add",
        settings: {
          type: "object",
          required: ["team"],
          properties: { team: { type: "string", title: "Name" } },
        },
      },
    ],
  },
});
const module = `export default () => ({
  handlers: { add: (request) => ({ ...request, url: request.auth.settings.tem.length }) },
  provides: { authSchemes: { team: { status: () => ({ state: "ready" }) } } },
});
`;
function plugin(name: string, text: object, code = module): void {
  mkdirSync(join(folder.path, "my-plugins", name), { recursive: true, mode: 0o755 });
  folder.write(`my-plugins/${name}/plugin.json`, JSON.stringify(text));
  folder.write(`my-plugins/${name}/index.js`, code);
}
const pictor = (...words: readonly string[]) =>
  folder.run(...words, "--config", join(folder.path, "pictor.json"));

describe("an error in a plugin's own code", () => {
  const ask = (...more: readonly string[]) =>
    pictor("request", "GET", "http://127.0.0.1:9/", "--auth", "team", ...more);
  it("is reported with its file and line", async () => {
    plugin("auth-team", manifest);
    const { code, err } = await ask();
    expect(code).toBe(1);
    expect(err).toMatch(/auth-team failed in beforeSend \(add\): .*'length'\) \(at index\.js:2:\d+\)\.\n/);
    expect(err).toContain("  `--verbose` shows the place in the code.\n");
  });
  it("is reported with its stack frames with --verbose", async () => {
    plugin("auth-team", manifest);
    expect((await ask("--verbose")).err).toMatch(
      /caused by: .*'length'\)\n.* at .*auth-team\/index\.js:2:\d+/,
    );
  });
  it("is reported during set-up", async () => {
    plugin("auth-team", manifest, "export default () => {\n  return nothing;\n};\n");
    expect((await ask()).err).toContain("failed during set-up: nothing is not defined (at index.js:2:3).");
  });
});

describe("a plugin with an invalid manifest", () => {
  beforeEach(() => plugin("auth-team", { ...manifest, taps: [{ hok: "beforeSend", handler: "add" }] }));
  it("is listed and inspected with the reason", async () => {
    const { out } = await pictor("plugins", "list");
    expect(out.split("\n", 1)[0]).toMatch(/^ID +VERSION +KIND +STATE +TITLE$/);
    expect(out).toMatch(/^auth-team +1\.0\.0 +auth +failed +.*#\/taps\/0: expected the key "hook"/m);
    expect((await pictor("plugins", "inspect", "auth-team")).out).toMatch(/^state +failed: .*"hook"/m);
  });
  it("is validated by its folder, not by the parent folder", async () => {
    const above = await pictor("plugins", "validate", join(folder.path, "my-plugins"));
    expect(above).toMatchObject({ code: 2 });
    expect(above.err).toContain("it has no plugin.json");
    expect(above.err).toContain(
      `The folder contains plugins: pictor plugins validate ${shellWord(join(folder.path, "my-plugins"))}/*`,
    );
    const { err } = await pictor("plugins", "validate", join(folder.path, "my-plugins/auth-team"));
    expect(err.match(/MANIFEST_INVALID/g)).toHaveLength(1);
  });
  it("is validated by its folder, not by its file", async () => {
    const file = join(folder.path, "my-plugins/auth-team/plugin.json");
    expect(await pictor("plugins", "validate", file)).toMatchObject(
      ending(2, `No plugin could be read from the folder ${file}: it is a file.`),
    );
  });
  it("gets a warning about a scheme that no plugin contributes", async () => {
    plugin("auth-tea", {
      ...manifest,
      id: "auth-tea",
      contributes: {},
      taps: [{ hook: "beforeSend", handler: "add", band: "auth", when: { authType: "basik" } }],
    });
    const { code, out, err } = await pictor("plugins", "validate", join(folder.path, "my-plugins/auth-tea"));
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(": ok\n") as string });
    expect(err).toMatch(
      /^warning: .*no installed plugin contributes the auth scheme "basik", so add never runs\.\n.*"basic"/,
    );
  });
});

it("shows the settings of drop-in plugins in the help", async () => {
  plugin("auth-team", manifest);
  expect((await pictor("auth", "set", "--help")).out).toMatch(/^Schemes: .*oauth2, team$/m);
  expect((await pictor("auth", "set", "--type", "team", "--help")).out).toMatch(
    /^Fields of team[^]*\n {2}team +text +\(required\) +Name$/m,
  );
});

it.each([
  [
    ["plugins", "inspect", "hires-fix"],
    "The feature hires-fix is part of a plugin: pictor plugins inspect workflow-hires-fix",
  ],
  [
    ["plugins", "inspect", "txt2img"],
    "The workflow txt2img is part of a plugin: pictor plugins inspect workflow-txt2img",
  ],
  [["plugins", "inspect", "--hook", "beforeSnd"], 'Did you mean "beforeSend"?'],
  [["generate", "txt2img", "a", "--feature", "hires"], 'Did you mean "hires-fix"?'],
  [["backend", "status", "stdio"], 'Did you mean "studio"?'],
  [["auth", "show", "nope"], "(named by the command line)"],
  [
    ["auth", "show", "nope"],
    "`pictor auth set nope --type SCHEME` (schemes: api-key, aws-sigv4, basic, bearer, digest, hawk, jwt, oauth1, oauth2)",
  ],
  [["request", "GET", "http://127.0.0.1:9/", "--auth", "nope"], "(named by --auth)"],
  [["jobs", "list", "--backend", "studio"], '"lost" (named by backends/studio)'],
])("unknown names are explained: %j", async (words, said) => {
  expect(await pictor(...words)).toMatchObject(ending(2, said));
});

describe("settings", () => {
  it.each([
    [
      ["txt2img", "a", "--seed", "x"],
      "error: --seed: expected a whole number from 0 to 18446744073709551615",
    ],
    [["txt2img", "a", "--set", "steps=0"], "error: --set steps: expected at least 1, found a number: 0."],
    [["img2img", "a"], 'error: img2img needs "image": --set image=FILE\n'],
    [
      ["txt2img", "a", "--feature", "controlnet"],
      'error: --feature controlnet needs "image": --feature \'controlnet={"image": "..."}\'\n',
    ],
    [
      ["txt2img", "a", "--feature", 'lora={"nam": 1}'],
      'error: --feature lora: expected one of the keys "name"',
    ],
    [
      ["txt2img", "a", "--feature", 'hires-fix={"scale": 99}'],
      'error: --feature hires-fix: "scale": expected at most 16',
    ],
  ])("are named as typed: %j", async (words, said) => {
    const { code, out, err } = await pictor("generate", ...words, "--backend", "bare");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(said);
    expect(err).not.toMatch(/#\/|Failed after/);
  });
  it.each([
    [["generate", "txt2img", "a", "--steps", "4"], "A setting is given as --set steps=VALUE."],
    [["graph", "txt2img", "a", "--clipSkip=2"], "A setting is given as --set clipSkip=VALUE."],
    [["auth", "set", "me", "--username", "anna"], "A setting is given as --set username=VALUE."],
    [["generate", "txt2img", "a", "--negativ", "x"], "Did you mean --negative? `pictor"],
    [["jobs", "list", "--steps", "4"], "  `pictor jobs list --help` shows"],
  ])("that are written as options are explained: %j", async (words, said) => {
    expect(await pictor(...words)).toMatchObject(ending(2, said));
  });
});

describe("files", () => {
  it.each([
    [
      ["request", "POST", "http://127.0.0.1:9/", "-d", "@nothing"],
      "cannot be read from nothing: there is no such file.",
    ],
    [["validate", "nothing.json"], "nothing.json could not be read: there is no such file."],
    [["inspect", "nothing.png"], "nothing.png cannot be used: there is no such file."],
    [["plugins", "validate", "nothing"], "there is no such folder."],
  ])("that are missing: %j", async (words, said) => {
    const { code, err } = await pictor(...words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) as string });
    expect(err).not.toContain("ENOENT");
  });
  const graph = JSON.stringify({ "1": { class_type: "SaveImage", inputs: { text: "x".repeat(5_000) } } });
  it.each([
    [["generate", "custom", "--set", `graph=${graph}`], "--set graph: expected the path of a file or folder"],
    [["validate", graph], "[graph]: expected a path"],
    [["generate", graph], 'There is no workflow "{'],
    [["generate", "txt2img", "a", "--from", graph], "--from: expected a path"],
    [["inspect", graph], "<image>: expected a path"],
    [["request", "POST", "http://127.0.0.1:9/", "-d", `@${graph}`], "-d @file: expected a path"],
    [["catalog", "types", "--config", graph], "--config: expected a path"],
    [["inspect", "file:///a.png"], "it is an address, not the path of a file."],
    [["inspect", "x".repeat(300)], "it is too long for the name of a file."],
  ])("whose content, or whose address, is given in place of a path: %j", async (words, said) => {
    const { code, err } = await folder.run(...words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) as string });
    expect(err.length).toBeLessThan(900);
  });
  it.each([[["validate"]], [["project", "show"]]])("in UTF-16 are named as such by %j", async (command) => {
    const file = folder.write("graph.json", Buffer.from("\uFEFF{}\r\n", "utf16le"));
    const { code, err } = await pictor(...command, file);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("UTF-16") as string });
  });
  it("that are invalid JSON are reported with the position", async () => {
    folder.write("pictor.json", '{\n  "backend": "here",\n  "backends": {},\n}\n');
    expect(await pictor("backend", "list")).toMatchObject(ending(2, "pictor.json:4:1 is not valid JSON: "));
  });
});
