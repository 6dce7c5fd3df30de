#!/usr/bin/env node
// The entry point of `pictor`. For `--version`, the program is not imported.

import { readFileSync } from "node:fs";

const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  process.stdout.write(`${version}\n`);
} else {
  const { catchEarlyInterrupt } = await import("./base/early-interrupt.js");
  const release = catchEarlyInterrupt(process, (text) => process.stderr.write(text));
  const { watchOutput } = await import("./base/lost-output.js");
  const programCode = watchOutput(process.stdout, process.stderr);
  const { run } = await import("./program/run.js");
  // This is the exit code if the event loop runs empty before the command has ended.
  process.exitCode = 1;
  void run(words, process).then((code) => {
    release();
    process.exitCode = programCode(code);
    // A write to stdout can fail after the command has ended, which changes the exit code.
    process.once("exit", () => {
      process.exitCode = programCode(code);
    });
  });
}
