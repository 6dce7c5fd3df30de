// `~/` in the arguments and options of commands.

import { homeFolder } from "@pictor/kernel";
import { Command } from "commander";
import { expect, it } from "vitest";
import { expandPaths } from "./expand-paths.js";

const home = homeFolder();

function parse(...words: readonly string[]) {
  const program = new Command().option("--config <file>", "").option("--name <name>", "");
  const given: unknown[] = [];
  program
    .command("show")
    .argument("<folder>")
    .argument("[file...]")
    .option("--out <folder>", "")
    .action((...seen) => {
      given.push(...(seen as readonly unknown[]).slice(0, 3));
    });
  expandPaths(program);
  program.parse(["node", "pictor", ...words]);
  return { ...program.opts(), given };
}

it("is the home folder where a file or a folder is expected, also behind an equals sign", () => {
  expect(parse("--config=~/a.json", "--name", "~/b", "show", "--out=~/c", "~/d", "~/e", "f")).toEqual({
    config: `${home}/a.json`,
    name: "~/b",
    given: [`${home}/d`, [`${home}/e`, "f"], { out: `${home}/c` }],
  });
});

it("changes nothing about what is left out", () => {
  expect(parse("show", "d")).toEqual({ given: ["d", [], {}] });
});
