#!/usr/bin/env node
// The entry of `pictor`. The version is told before anything is imported; the rest comes when it is needed.

import { readFileSync } from "node:fs";

const given = process.argv.slice(2);

if (given.length === 1 && (given[0] === "--version" || given[0] === "-V")) {
  const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  process.stdout.write(`${version}\n`);
} else {
  const { run } = await import("./program/run.js");
  // `pictor ... | head`: nobody reads any more. Without a listener that would end the process in the middle of its work.
  // Anything else, such as a full disk behind `>`, means that output is lost.
  let isLost = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") isLost = true;
    });
  }
  // Until the command says otherwise: should everything stand still without an end, that is a fault.
  process.exitCode = 1;
  void run(given, process).then((code) => {
    process.exitCode = isLost && code === 0 ? 1 : code;
  });
}
