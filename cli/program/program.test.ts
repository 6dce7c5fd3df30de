// The commands, their options and their help.

import { describe, expect, it } from "vitest";
import { fakeStreams } from "../testing/fake-streams.js";
import { run } from "./run.js";

async function pictor(...given: readonly string[]) {
  const streams = fakeStreams();
  const code = await run(given, streams);
  return { code, ...streams.written };
}

/** The words of each command that the help lists below this one. */
async function commandsBelow(...words: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { out } = await pictor(...words, "--help");
  const [, list = ""] = /\nCommands:\n((?: {2}.*\n)+)/.exec(out) ?? [];
  const names = [...list.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = ""]) => name);
  const own = names.filter((name) => name !== "help").map((name) => [...words, name]);
  return (await Promise.all(own.map(async (each) => [each, ...(await commandsBelow(...each))]))).flat();
}

describe("help", () => {
  it("of every command has examples", async () => {
    const commands = await commandsBelow();
    expect(commands.length).toBeGreaterThan(70);
    const without: string[] = [];
    for (const words of commands) {
      const { code, out } = await pictor(...words, "--help");
      expect([code, out]).toEqual([0, expect.stringContaining("--json")]);
      const name = words.join(" ");
      if (!out.includes(`Examples:\n  $ pictor ${name}`)) without.push(name);
    }
    expect(without).toEqual([]);
  });

  it("of generate lists the settings of the named workflow", async () => {
    const { out } = await pictor("generate", "txt2img", "--help");
    expect(out).toMatch(/Settings of txt2img[^]*\n {2}width +integer 16\.\.16384 px +1024 /);
  });
  it("of backend install lists the settings of its kind", async () => {
    const { out } = await pictor("backend", "install", "--help");
    expect(out).toMatch(/Settings of the kind managed[^]*\n {2}launch\.port +integer 0\.\.65535 +8188 /);
  });
  it("of auth set lists the schemes, and the fields of the named one", async () => {
    expect((await pictor("auth", "set", "--help")).out).toContain(
      "Schemes: api-key, aws-sigv4, basic, bearer, digest, hawk, jwt, oauth1, oauth2",
    );
    const { out } = await pictor("auth", "set", "work", "--type", "basic", "--help");
    expect(out).toMatch(/Fields of basic[^]*\n {2}password +secret /);
    const { out: unknown } = await pictor("auth", "set", "--type", "acme", "--help");
    expect(unknown).toContain('There is no auth scheme "acme". The known ids are: api-key, aws-sigv4,');
  });
  it("lists workflows and features, and the settings of a named one", async () => {
    const { out } = await pictor("generate", "--help");
    expect(out.replace(/\s+/g, " ")).toMatch(
      /Workflows: custom, .*, txt2img, .* Features: .* hires-fix, .* upscaler/,
    );
    expect((await pictor("generate", "--feature", "hires-fix", "--help")).out).toMatch(
      /Settings of the feature hires-fix[^]*\n {2}scale +number 0\.1\.\.16 +2 /,
    );
    expect((await pictor("graph", "acme", "--help")).out).toContain(
      'There is no workflow "acme". The known ids are:',
    );
    expect((await pictor("graph", "--feature", "acme", "--help")).out).toContain(
      'There is no feature "acme"',
    );
  });
});

describe("help at 80 columns", () => {
  const at80 = async (...given: readonly string[]) => {
    const streams = fakeStreams(false, { COLUMNS: "80" });
    await run([...given, "--help"], streams);
    return streams.written.out.split("\n");
  };
  it.each([
    [[]],
    [["generate"]],
    [["generate", "txt2img"]],
    [["backend", "install"]],
    [["auth", "set", "--type", "oauth2"]],
    [["extensions"]],
    [["request"]],
  ])("of %j is not wider, except for examples and long words", async (given) => {
    const lines = await at80(...given);
    const wide = lines.filter((line) => line.length > 80 && !/^ {2}\$ |^\s*\S+$/.test(line));
    expect(wide).toEqual([]);
    expect(lines.length).toBeGreaterThan(10);
  });
});

describe("the command help", () => {
  it.each([
    [["help", "jobs", "list"], "Usage: pictor jobs list [options]"],
    [["help", "jobs"], "Usage: pictor jobs [options] [command]"],
    [["jobs", "help", "watch"], "Usage: pictor jobs watch [options] <id>"],
    [["help"], "Usage: pictor [options] [command]"],
    [["help", "generate", "txt2img"], "Settings of txt2img"],
  ])("%j", async (given, text) => {
    const { code, out, err } = await pictor(...given);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(text);
  });
  it.each([
    [["help", "nope"], "Unknown command 'nope'.\n  `pictor --help`"],
    [["help", "generat"], "Unknown command 'generat'.\n  Did you mean generate? `pictor --help`"],
    [["generat", "--help"], "Unknown command 'generat'.\n  Did you mean generate? `pictor --help`"],
    [["help", "jobs", "lst"], "Unknown command 'lst'.\n  Did you mean list? `pictor jobs --help`"],
    [["jobs", "help", "lst"], "Unknown command 'lst'."],
    [["ext", "list"], "Did you mean extensions?"],
    [["login"], "Did you mean auth login?"],
    [["auth", "status"], "Did you mean auth list, or auth show NAME?"],
    [["auth", "logout", "work"], "Did you mean auth clear?"],
    [["auth", "token", "work"], "No command prints a token."],
  ])("refuses an unknown command: %j", async (given, text) => {
    const { code, out, err } = await pictor(...given);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(text);
    expect(err).toContain("USAGE_COMMAND");
    expect(err).not.toContain("Usage:");
  });
});

it("prints only the version", async () => {
  expect(await pictor("--version")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
  });
});

describe("wrong usage", () => {
  const situations: readonly (readonly [string, readonly string[], string, string])[] = [
    ["a misspelt option", ["generate", "x", "--featur", "y"], "Did you mean --feature?", "USAGE_OPTION"],
    ["a missing argument", ["request", "GET"], "Missing required argument 'url'.", "USAGE_ARGUMENT"],
    [
      "a misspelt auth command",
      ["auth", "logn", "x"],
      "Did you mean login? `pictor auth --help`",
      "USAGE_COMMAND",
    ],
    ["a missing profile name", ["auth", "show"], "Missing required argument 'name'.", "USAGE_ARGUMENT"],
    [
      "a curl command without quotes",
      ["request", "--curl", "curl -H A:", "b", "url"],
      "Quote the whole command",
      "USAGE_ARGUMENT",
    ],
    ...["-u me:pw", "-k", "-XPOST", "--location"].map(
      (text) =>
        [
          `an option of curl: ${text}`,
          ["request", "GET", "http://h/", ...text.split(" ")],
          "pictor request --curl 'curl ...'",
          "USAGE_OPTION",
        ] as const,
    ),
    ["a missing job id", ["jobs", "watch"], "Missing required argument 'id'.", "USAGE_ARGUMENT"],
    ["a missing value", ["generate", "x", "--seed"], "argument missing", "USAGE_OPTION"],
    [
      "a prompt without quotes",
      ["generate", "txt2img", "a", "red", "kite"],
      "needs quotes",
      "USAGE_ARGUMENT",
    ],
    ["too many arguments", ["backend", "status", "a", "b"], "Too many arguments", "USAGE_ARGUMENT"],
  ];
  it.each(situations)("%s", async (_name, given, text, usageCode) => {
    const { code, out, err } = await pictor(...given);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(text);
    expect(err.trimEnd().endsWith(usageCode)).toBe(true);
  });

  it("prints a result record with --json", async () => {
    const { out } = await pictor("generat", "--json");
    expect(JSON.parse(out)).toMatchObject({ type: "result", exitCode: 2, error: { code: "USAGE_COMMAND" } });
  });

  it.each([[[]], [["plugins"]], [["backend"]], [["auth"]], [["jobs"]]])(
    "prints the help with exit code 2 if the command is incomplete: %j",
    async (given) => {
      const { code, out, err } = await pictor(...given);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain("Usage: pictor");
    },
  );
});
