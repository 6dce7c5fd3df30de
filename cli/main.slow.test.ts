// The command on a Node that is too old, as a process with a false version.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const older = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.4"})`;
const run = (...words: readonly string[]) => {
  const options = ["--conditions=@pictor/source", "--import", import.meta.resolve("tsx"), "--import", older];
  const main = join(import.meta.dirname, "main.ts");
  return spawnSync(process.execPath, [...options, main, ...words], { encoding: "utf8" });
};

it.each([[["generate", "txt2img"]], [["--version"]], [[]]])("%j is refused on Node 18", (words) => {
  expect(run(...words)).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /^error: Pictor needs Node 20\.\d+ or newer; this is Node 18\.20\.4\.\n {2}Install/,
    ),
  });
});
