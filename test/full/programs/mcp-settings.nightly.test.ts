// The settings that docs/programs/mcp-clients.md gives for Cursor and VS Code, word by word in the files of these
// programs, read by mcporter.

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hasPackage, openWorkplace, programOf, runProgram } from "./programs.test.support.js";

const page = readFileSync(join(import.meta.dirname, "../../../docs/programs/mcp-clients.md"), "utf8");
const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, block = ""]) => block);
const blockWith = (...texts: readonly string[]): string =>
  blocks.find((block) => texts.every((text) => block.includes(text))) ?? "";

const command = join(import.meta.dirname, "../../../dist/cli/main.js");
const bin = mkdtempSync(join(tmpdir(), "pictor-bin-"));
const path = process.env["PATH"];
const place = openWorkplace();
beforeAll(() => {
  // The command, as an installed one.
  writeFileSync(join(bin, "pictor"), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
  chmodSync(join(bin, "pictor"), 0o755);
  process.env["PATH"] = `${bin}${delimiter}${path ?? ""}`;
});
afterAll(() => {
  process.env["PATH"] = path;
  rmSync(bin, { recursive: true, force: true });
});

/** The address of the test's server and its token stand for those that the program asks for or takes from the environment. */
const filled = (block: string): string =>
  block
    .replace("http://127.0.0.1:8190", place.test.server.url)
    .replace(/\$\{(?:env|input):[^}]*\}/, place.test.server.token);

const settings = {
  "Cursor, stdio": [".cursor/mcp.json", blockWith('"mcpServers"', '"args": ["mcp"]')],
  "Cursor, HTTP": [".cursor/mcp.json", blockWith('"mcpServers"', "${env:PICTOR_TOKEN}")],
  "VS Code, stdio": [".vscode/mcp.json", blockWith('"servers"', '"stdio"')],
  "VS Code, HTTP": [".vscode/mcp.json", blockWith('"servers"', "${input:pictor-token}")],
} as const;

it.skipIf(!hasPackage("mcporter")).each(Object.entries(settings))(
  "%s: the tools of Pictor are found",
  async (_name, [file, block]) => {
    const listed = await runProgram(programOf("mcporter", "dist/cli.js"), ["list"], {
      [file]: filled(block),
    });
    expect(listed).toMatch(/pictor \(\d+ tools.*1 healthy/s);
  },
);
