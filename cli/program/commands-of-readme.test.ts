// The table of cli/README.md has every command and every subcommand that the help lists.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fakeStreams } from "../testing/fake-streams.js";
import { run } from "./run.js";

/** The names under "Commands:" of a help text. */
async function commandsOf(...words: readonly string[]): Promise<readonly string[]> {
  const streams = fakeStreams();
  await run([...words, "--help"], streams);
  const [, list = ""] = /^Commands:\n((?: .*\n)+)/m.exec(streams.written.out) ?? [];
  const names = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = ""]) => name);
  return names.filter((name) => name !== "help");
}

it("names each command", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| (`[^|]*)\|/gm)].map(([, cell = ""]) => cell);
  const isNamed = (group: string, name = ""): boolean =>
    rows.some((cell) => cell.startsWith(`\`${group}`) && cell.includes(name));
  const groups = await commandsOf();
  expect(groups.length).toBeGreaterThan(20);
  const missing = [];
  for (const group of groups) {
    const names = await commandsOf(group);
    if (!isNamed(group)) missing.push(group);
    missing.push(...names.filter((name) => !isNamed(group, name)).map((name) => `${group} ${name}`));
  }
  expect(missing).toEqual([]);
});
