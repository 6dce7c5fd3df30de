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
  const { run } = await import("./program/run.js");
  // EPIPE means that the reader is gone (`pictor ... | head`). Without a listener, it would end the process in the middle of
  // the command. Any other error, such as a full disk behind `>`, means that output is lost.
  let isLost = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") isLost = true;
    });
  }
  // The exit code if the event loop runs empty before the command has ended.
  process.exitCode = 1;
  void run(words, process).then((code) => {
    process.exitCode = isLost && code === 0 ? 1 : code;
  });
}
