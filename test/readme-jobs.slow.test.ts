// The section "Jobs that outlive the terminal" of docs/jobs-and-images.md, executed line by line on one server.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { shellWords } from "../features/requests/curl/shell-command.js";
import { fakeStreams, piped } from "../cli/testing/fake-streams.js";
import { run } from "../cli/program/run.js";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";

const guide = readFileSync(join(import.meta.dirname, "../docs/jobs-and-images.md"), "utf8");
const [, section = ""] = /^## Jobs that outlive the terminal\n[^]*?```sh\n([^]*?)```/m.exec(guide) ?? [];
const lines = section.trim().split("\n");
/** A smaller image: one of the default size takes seconds. */
const small = "--set width=64 --set height=64 --set steps=2";

let server: EmbeddedServer;
let folder: string;
const before = process.cwd();
beforeAll(async () => {
  server = await startEmbeddedServer();
  folder = createTestFolder();
  const backends = { studio: { kind: "remote", baseUrl: server.url } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backends }));
  for (const [name, value] of Object.entries(userVariables(folder))) vi.stubEnv(name, value);
  process.chdir(folder);
});
afterAll(async () => {
  process.chdir(before);
  vi.unstubAllEnvs();
  await server.close();
});

const variables: Record<string, string> = {};

/** The output and the exit code of a command of `pictor`. */
async function pictor(command: string, typed: string) {
  const [program, ...words] = shellWords(command.replace(/ txt2img /, ` txt2img ${small} `), variables);
  expect(program).toBe("pictor");
  const streams = fakeStreams(false, process.env, piped(typed));
  const code = await run(words, streams);
  return { command, code, ...streams.written };
}

/** A line of the shell: a pipe, possibly assigned to a variable. */
async function type(line: string) {
  const text = line.replace(/ +#.*$/, "");
  const [, name, inner] = /^(\w+)=\$\((.*)\)$/.exec(text) ?? [];
  let last: Awaited<ReturnType<typeof pictor>> | undefined;
  for (const command of (inner ?? text).split(" | ")) {
    last = await pictor(command, last?.out ?? "");
    expect(last).toMatchObject({ code: 0 });
  }
  if (name !== undefined) variables[name] = last!.out.trim();
  return last!;
}

it("works as it is written", async () => {
  const done = [];
  for (const line of lines) done.push(await type(line));
  const [submitted, listed, watched, cancelled, validated] = done;
  const id = variables["ID"]!;
  expect(submitted!.err).toContain(`pictor jobs watch ${id} --backend studio`);
  expect(listed!.out).toMatch(new RegExp(`^${id.slice(0, 8)} .*txt2img, "a lighthouse"$`, "m"));
  expect(watched!.out.trim()).toBe(join(process.cwd(), "outputs", readdirSync("outputs").join()));
  expect(cancelled!.out).toContain(`${id}: `);
  expect(validated!.out).toMatch(/: ok on studio/);
});
