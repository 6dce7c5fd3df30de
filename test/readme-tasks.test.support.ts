// Types the commands of a section of the README as a new user would: home, configuration and working folder are temporary.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { fakeStreams, piped } from "../cli/testing/fake-streams.js";
import { run } from "../cli/program/run.js";
import { shellWords } from "../features/requests/curl/shell-command.js";

export const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");

/** The text below a heading, up to the next one. */
export function sectionOf(heading: string): string {
  const found = new RegExp(`^### ${heading}\\n([^]*?)^##`, "m").exec(readme)?.[1];
  if (found === undefined) throw new Error(`the README has no section "${heading}"`);
  return found;
}

export function blockOf(text: string, info: string): string {
  const found = new RegExp(`\`\`\`${info}\\n([^]*?)\`\`\``).exec(text)?.[1];
  if (found === undefined) throw new Error(`there is no block "${info}"`);
  return found;
}

/** The lines of the shell block of a section, without comments. */
export const commandsOf = (heading: string): readonly string[] =>
  blockOf(sectionOf(heading), "sh")
    .trim()
    .split("\n")
    .map((line) => line.replace(/ +#.*$/, ""));

/** Makes an empty folder the home and the current folder, until the end of the test. */
export function newcomersFolder(): string {
  const folder = createTestFolder();
  const before = process.cwd();
  for (const [name, value] of Object.entries(userVariables(folder))) vi.stubEnv(name, value);
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
    vi.unstubAllEnvs();
  });
  return folder;
}

/** Runs one line, which may begin with variables, and gives what it writes. It must succeed. */
export async function type(
  line: string,
  typed = "",
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly out: string; readonly err: string }> {
  const words = [...shellWords(line, {})];
  while (/^[A-Z_]+=/.test(words[0] ?? "")) {
    const [name = "", value = ""] = words.shift()!.split("=", 2);
    vi.stubEnv(name, value);
  }
  expect(words.shift()).toBe("pictor");
  const { written, ...streams } = fakeStreams(false, { ...process.env, ...env }, piped(typed));
  expect({ line, code: await run(words, streams), err: written.err }).toMatchObject({ code: 0 });
  return written;
}
