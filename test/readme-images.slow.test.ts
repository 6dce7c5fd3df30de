// The section "Images contain how they were made" of docs/jobs-and-images.md, executed line by line on the embedded backend.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { shellWords } from "../features/requests/curl/shell-command.js";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { run } from "../cli/program/run.js";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { encodedPixels } from "./pixels.test.support.js";

const guide = readFileSync(join(import.meta.dirname, "../docs/jobs-and-images.md"), "utf8");
const [, section = ""] = /^## Images contain how they were made\n[^]*?```sh\n([^]*?)```/m.exec(guide) ?? [];
/** A smaller image: one of the default size takes seconds. */
const smallSize = "--set width=64 --set height=64 --set steps=2";

let folder: string;
const before = process.cwd();
beforeAll(() => {
  folder = createTestFolder();
  const configuration = { backend: "here", backends: { here: { kind: "embedded" } } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify(configuration));
  for (const [name, value] of Object.entries(userVariables(folder))) vi.stubEnv(name, value);
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(before);
  vi.unstubAllEnvs();
});

it("every command works as written", async () => {
  const variables: Record<string, string> = {};
  const outputs: string[] = [];
  for (const line of section.trim().split("\n")) {
    const text = line.replace(/ +#.*$/, "");
    const [, name, inner] = /^(\w+)=\$\((.*)\)$/.exec(text) ?? [];
    const command = (inner ?? text).replace(/ txt2img /, ` txt2img ${smallSize} `);
    const [program, ...words] = shellWords(command, variables);
    expect(program).toBe("pictor");
    const { written, ...streams } = fakeStreams(false, process.env);
    expect({ command, code: await run(words, streams), err: written.err }).toMatchObject({ code: 0 });
    outputs.push(written.out.trim());
    if (name !== undefined) variables[name] = written.out.trim();
  }
  const [first = "", page, same = "", changed = "", project, two = "", history = ""] = outputs;
  const pixelsOf = (path: string) => encodedPixels(readFileSync(path));
  expect(page).toMatch(/^Prompt\n {2}a (red|green|blue) kite$/m);
  expect(pixelsOf(same)).toEqual(pixelsOf(first));
  expect(pixelsOf(changed)).not.toEqual(pixelsOf(first));
  expect(project).toBe("kite.json");
  expect(two.split("\n").map((path) => pixelsOf(path).equals(pixelsOf(first)))).toEqual([true, false]);
  const [heading, ...lines] = history.split("\n");
  expect(heading).toMatch(/^ID +TIME +WORKFLOW/);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^[\da-f]{8} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}txt2img .* kite /);
});
