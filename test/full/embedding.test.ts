// docs/embedding.md: its program is executed, and its table of endings is compared with the type.

import { execFile } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { GenerationResult } from "@pictor/host";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { packageOptions, packagesFolder } from "../packages.test.support.js";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/embedding.md"), "utf8");
const folder = createTestFolder();

/** The first cells of the table whose header begins with `head`. */
function variableNames(head: string): readonly string[] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| \`${head}\` `)) + 2;
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  return lines.slice(start, end).map((line) => /`(\w+)`/.exec(line)?.[1] ?? "");
}
it("the program makes and saves an image, with nothing but installed packages", async () => {
  const [program = ""] = /(?<=```js\n)[^]*?(?=```)/.exec(page) ?? [];
  writeFileSync(join(folder, "panel.mjs"), program);
  symlinkSync(join(packagesFolder, "node_modules"), join(folder, "node_modules"));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...packageOptions, "panel.mjs"], {
    cwd: folder,
    env: { ...process.env, ...userVariables(folder) },
  });
  expect([stderr, stdout.includes("100 %"), stdout.includes("finished")]).toEqual(["", true, true]);
  expect(readdirSync(join(folder, "outputs"))).toHaveLength(1);
});

it("names every ending", () => {
  const endings = {
    finished: true,
    vetoed: true,
    interrupted: true,
    failed: true,
    lost: true,
  } satisfies Readonly<Record<GenerationResult["status"], true>>;
  expect(variableNames("status")).toEqual(Object.keys(endings));
});
