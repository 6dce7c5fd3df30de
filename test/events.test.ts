// `--json`: every line is what schemas/events.schema.json says, and the last one is the result.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const source = [
  "--conditions=@pictor/source",
  "--import",
  import.meta.resolve("tsx"),
  join(root, "cli/main.ts"),
];

it("gives lines of the published form", async () => {
  const out = mkdtempSync(join(tmpdir(), "pictor-events-"));
  const settings = ["width=64", "height=64", "steps=2"].flatMap((setting) => ["--set", setting]);
  const command = [
    "generate",
    "txt2img",
    "a kite",
    "--backend",
    "embedded",
    "--json",
    "--out",
    out,
    ...settings,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [...source, ...command], { cwd: out });
  rmSync(out, { recursive: true });

  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly type: string });
  const schema = JSON.parse(readFileSync(join(root, "schemas/events.schema.json"), "utf8")) as object;
  const validate = new Ajv2020({
    discriminator: true,
    strict: true,
    strictRequired: false,
    allErrors: true,
  }).compile(schema);
  const wrong = lines.flatMap((line) => (validate(line) ? [] : [{ line, errors: validate.errors }]));
  expect(wrong).toEqual([]);
  expect(new Set(lines.map(({ type }) => type))).toEqual(
    new Set(["job", "status", "connection", "node", "progress", "preview", "output", "result"]),
  );
  expect(lines.at(-1)).toMatchObject({ type: "result", status: "finished", exitCode: 0 });
});
