// Starts an authorization server as a program of its own, on a free loopback port, for the tests of one file.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createTestFolder } from "@pictor/host/testing";

/** Ends the program with its standard input, so that it cannot outlive the tests. */
const untilInputEnds = 'folder=$1; shift; "$@" & cat > /dev/null; kill $! && wait; rm -rf "$folder"';

export interface ServerProgram {
  /** Program and arguments. */
  readonly command: readonly string[];
  /** A page that the server answers with status 200 as soon as it is ready. */
  readonly readyUrl: string;
}

/** Starts the program with a temporary folder of its own. Settles when it is ready, with a function that ends it. */
export async function startProgram(prepare: (folder: string) => ServerProgram): Promise<() => Promise<void>> {
  const folder = createTestFolder();
  const { command, readyUrl } = prepare(folder);
  const child = spawn("sh", ["-c", untilInputEnds, "sh", folder, ...command], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const close = async (): Promise<void> => {
    const closed = once(child, "close");
    child.stdin.end();
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 600; attempt++) {
    const isReady = await fetch(readyUrl).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return close;
    await wait(50);
  }
  await close();
  throw new Error(`${command[0]} is not ready after 30 seconds:\n${output}`);
}
