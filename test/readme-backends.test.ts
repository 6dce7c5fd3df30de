// The commands in the README and the pages exist with their options, and the example files for backends are valid.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration } from "@pictor/host";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { backendHelp } from "../cli/commands/backend/backend-help.js";
import { extensionsHelp } from "../cli/commands/extensions/extensions-help.js";
import { shellWords } from "../features/requests/curl/shell-command.js";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { run } from "../cli/program/run.js";
import { createBuiltinPictor } from "./builtins.test.support.js";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const names = [
  "README.md",
  "docs/configuration.md",
  "docs/extensions.md",
  "docs/farm.md",
  "docs/managed.md",
  ...["api", "auth", "backend", "feature", "gate", "output", "panel", "workflow"].map(
    (name) => `docs/plugins/${name}.md`,
  ),
  "docs/workflows.md",
] as const;
const pages = new Map(names.map((name) => [name, read(name)]));
const blocksOf = (text: string, info: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${info}\n([^]*?)^\`\`\``, "gm"))].map(([, block = ""]) => block);

/** The examples of the help texts: after `$`, and in pipes and lists the parts that are `pictor` commands. */
const inHelps = [backendHelp, extensionsHelp]
  .flatMap((texts) => Object.entries<string>(texts))
  .flatMap(([name, text]) =>
    [...text.matchAll(/^ {2}\$ (.*)$/gm)].flatMap(([, line = ""]) =>
      line
        .split(/ \| | && /)
        .filter((part) => part.startsWith("pictor "))
        .map((part) => [`help ${name}`, part] as const),
    ),
  );

/** The lines of shell blocks that are `pictor` commands, without comments. */
const commands = [
  ...[...pages].flatMap(([page, text]) =>
    blocksOf(text, "sh").flatMap((block) =>
      block
        .split("\n")
        .filter((line) => line.startsWith("pictor "))
        .map((line) => [page, line.replace(/ +#.*$/, "")] as const),
    ),
  ),
  ...inHelps,
];

/** Commands with subcommands. */
const groups = /^(auth|backend|catalog|extensions|jobs|plugins|project)$/;

const helps = new Map<string, Promise<string>>();

/** The help of the command in a line, which shows its options; printed once for all lines of the command. */
function helpOf(words: readonly string[]): Promise<string> {
  const named = words.slice(0, groups.test(words[0] ?? "") ? 2 : 1);
  const key = named.join(" ");
  const help = helps.get(key) ?? printHelp(named);
  helps.set(key, help);
  return help;
}

async function printHelp(named: readonly string[]): Promise<string> {
  const streams = fakeStreams();
  expect(await run([...named, "--help"], streams)).toBe(0);
  return streams.written.out;
}

describe("commands", () => {
  it("are there", () => {
    expect(commands.length).toBeGreaterThan(20);
  });

  it.each(commands)("%s: %s", async (_page, line) => {
    const [program, ...words] = shellWords(line, {});
    expect(program).toBe("pictor");
    const help = await helpOf(words);
    expect(help).toContain(`Usage: pictor ${words[0] ?? ""}`);
    const options = words.flatMap((word) => /^(--[a-z-]+|-[a-z])(?==|$)/.exec(word)?.[1] ?? []);
    for (const option of options) expect(help).toMatch(new RegExp(`(^|[ ,])${option}[ ,]`, "m"));
  });
});

it("each pictor.json of the pages is valid, for the kinds that it names", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-pages-"));
  const files = [
    ...blocksOf(read("docs/configuration.md"), "jsonl").flatMap((block) => block.trim().split("\n")),
    ...[...pages.values()]
      .flatMap((text) => blocksOf(text, "json"))
      .filter((text) => text.includes('"backends"')),
  ];
  expect(files).toHaveLength(10);
  // Nothing is opened before the first call, so that no Redis needs to be there.
  vi.stubEnv("REDIS_URL", "redis://127.0.0.1:1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const kinds = new Set<string>();
  for (const text of files) {
    const file = join(folder, "pictor.json");
    writeFileSync(file, text);
    const configuration = await loadConfiguration({ file });
    const pictor = await createBuiltinPictor({ configuration });
    for (const { name, kind, origin } of pictor.backends()) {
      if (origin === "default") continue;
      kinds.add(kind);
      const { backend } = await pictor.openBackend(name);
      await backend.close();
    }
    await pictor.dispose();
  }
  expect([...kinds].sort()).toEqual(["embedded", "managed", "pool", "queue", "remote"]);
});
