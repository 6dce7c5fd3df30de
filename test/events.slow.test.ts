// `--json`: every line is what schemas/events.schema.json says, and the last one is the result.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { run } from "../cli/program/run.js";

it("gives lines of the published form", async () => {
  const folder = createTestFolder();
  for (const [name, value] of Object.entries(userVariables(folder))) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const settings = ["width=64", "height=64", "steps=2"].flatMap((setting) => ["--set", setting]);
  const words = ["generate", "txt2img", "a kite", "--backend", "embedded", "--json", "--out", folder];
  const streams = fakeStreams(false, process.env);
  expect(await run([...words, ...settings], streams)).toBe(0);

  const lines = streams.written.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly type: string });
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, "../schemas/events.schema.json"), "utf8"),
  ) as object;
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
