#!/usr/bin/env node
// The entry point of `pictor`. For `--version`, the program is not imported, and neither is it by a Node that is too old for it:
// such a Node must be able to parse this file and what it imports at once.

import { readFileSync } from "node:fs";
import { oldNodeMessage } from "./base/node-version.js";

const { version, engines } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};
const words = process.argv.slice(2);
const problem = oldNodeMessage(process.versions.node, engines.node);

if (problem !== undefined) {
  process.stderr.write(`error: ${problem}`);
  // The exit code `usage`.
  process.exitCode = 2;
} else if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  process.stdout.write(`${version}\n`);
} else {
  void import("./start.js").then(({ start }) => start(words));
}
