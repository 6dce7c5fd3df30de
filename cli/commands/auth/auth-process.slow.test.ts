// `pictor auth` as a process, with a third-party plugin: pipes, Ctrl-C, and records that match the published schema.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { manifestOf, userVariables } from "@pictor/host/testing";
import { run } from "../../program/run.js";
import { commandLine } from "../../testing/command-line.js";
import { parseRecords } from "../../testing/fake-server.js";
import { fakeStreams } from "../../testing/fake-streams.js";

const manifest = manifestOf("auth-gate", "auth", {
  title: "Gate",
  contributes: {
    authSchemes: [
      {
        id: "gate",
        title: "Gate",
        handler: "open",
        settings: {
          type: "object",
          required: ["code"],
          properties: { code: { type: "string", "x-secret": true } },
        },
        actions: [
          { id: "login", title: "Wait at the gate" },
          { id: "paste", title: "Paste a key", input: { title: "Key", secret: true } },
        ],
      },
    ],
  },
});
/**
 * The sign-in never ends, except with the code `fast-code`, with which it ends at once, and with `ask-code`, with which it
 * asks until the answer is right.
 */
const code = `export default () => ({
  handlers: { open: () => undefined },
  provides: { authSchemes: { gate: {
    status: () => ({ state: "ready", expiresAtMs: 4102444800000, refreshable: false }),
    actions: { login: ({ settings }, { interaction, signal }) => {
      interaction.showCode({ code: "AB-CD", url: "https://h.example/device", expiresAtMs: 4102444800000 }, signal);
      const ask = async (...detail) =>
        (await interaction.enter({ title: "Address", detail }, signal)) === "right" ? {} : ask("That is wrong.");
      if (settings.code === "ask-code") return ask();
      if (settings.code === "fast-code") return Promise.resolve({ notes: ["Opened."] });
      const timer = setInterval(() => {}, 1000);
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => {
        clearInterval(timer);
        reject(signal.reason);
      }));
    }, paste: () => Promise.resolve({ notes: ["Pasted."] }) },
  } } },
});`;

const folder = mkdtempSync(join(tmpdir(), "pictor-process-"));
const plugin = join(folder, "plugins/auth-gate");
mkdirSync(plugin, { recursive: true });
writeFileSync(join(plugin, "plugin.json"), JSON.stringify(manifest));
writeFileSync(join(plugin, "index.js"), code);
writeFileSync(join(plugin, "package.json"), '{ "type": "module" }');
writeFileSync(join(folder, "pictor.json"), JSON.stringify({ pluginDirectories: ["plugins"] }));

interface Ended {
  readonly exitCode: number | null;
  readonly records: readonly { readonly type: string }[];
  readonly text: string;
}

/** The folders of the user's configuration and tokens. */
const homes = () => userVariables(folder);
const recordsOf = (out: string) => parseRecords(out) as Ended["records"];

/** Runs the command in this process, for steps that need neither pipes nor signals. */
async function runHere(...given: readonly string[]): Promise<Ended> {
  for (const [name, value] of Object.entries(homes())) vi.stubEnv(name, value);
  const before = process.cwd();
  process.chdir(folder);
  const { written, ...streams } = fakeStreams(false, { ...process.env, CI: "true" });
  try {
    const code = await run(given, streams);
    return { exitCode: code, records: recordsOf(written.out), text: written.out + written.err };
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
  }
}

/**
 * Runs a process to its end. `onLine` receives all of stdout after each line. With `keepsOpen`, stdin is never closed;
 * `answer` is written to it once stderr has the text `after`.
 */
async function pictor(
  given: readonly string[],
  stdin: string,
  onLine: (line: string, interrupt: () => void) => void = () => undefined,
  keepsOpen = false,
  answer?: { readonly after: string; readonly text: string },
): Promise<Ended> {
  const env = { ...process.env, ...homes(), CI: "true", PICTOR_TRUST: "1" };
  const child = spawn(process.execPath, [...commandLine, ...given], { cwd: folder, env });
  let [out, err] = ["", ""];
  let isAnswered = answer === undefined;
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
    if (isAnswered || answer === undefined || !err.includes(answer.after)) return;
    isAnswered = true;
    child.stdin.write(answer.text);
  });
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    if (out.endsWith("\n")) onLine(out, () => child.kill("SIGINT"));
  });
  child.stdin.write(stdin);
  if (!keepsOpen) child.stdin.end();
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, records: given.includes("--json") ? recordsOf(out) : [], text: out + err };
}

it("stores a piped secret, signs in and lists; every record matches the schema", async () => {
  const steps = [
    await pictor(["auth", "set", "home", "--type", "gate", "--secret", "code", "--json"], "fast-code\n"),
    await runHere("auth", "login", "home", "--json"),
    await runHere("auth", "list", "--json"),
  ];
  expect(steps.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  expect(steps.map(({ records }) => records.map(({ type }) => type))).toEqual([
    ["result"],
    ["code", "result"],
    ["result"],
  ]);
  expect(steps.map(({ text }) => text).join()).not.toContain("fast-code");
  expect(readFileSync(join(folder, "pictor.json"), "utf8")).toMatch(
    /"\$secret": "home\.gate\.code\.[a-z\d]{6}"/,
  );
});

it("ends when its work is done, although the pipe on its standard input stays open", async () => {
  const given = ["auth", "set", "open", "--type", "gate", "--secret", "code", "--json"];
  expect(await pictor(given, "fast-code\n", undefined, true)).toMatchObject({ exitCode: 0 });
  expect(await pictor(["auth", "paste", "open"], "a key\n", undefined, true)).toMatchObject({ exitCode: 0 });
});

it("tells at once that a text from a pipe is wrong, and ends after the right one, although the pipe stays open", async () => {
  await runHere("auth", "set", "asking", "--type", "gate", "--secret", "code=env:GATE_CODE", "--json");
  vi.stubEnv("GATE_CODE", "ask-code");
  onTestFinished(() => void vi.unstubAllEnvs());
  const answer = { after: "That is wrong.", text: "right\n" };
  const given = ["auth", "login", "asking"];
  expect(await pictor(given, "wrong\n", undefined, true, answer)).toMatchObject({ exitCode: 0 });
});

it("Ctrl-C during a sign-in ends it as interrupted, on stderr and in a record, and changes nothing", async () => {
  await runHere("auth", "set", "slow", "--type", "gate", "--secret", "code=env:PATH", "--json");
  const before = readFileSync(join(folder, "pictor.json"), "utf8");
  const { exitCode, records, text } = await pictor(
    ["auth", "login", "slow", "--json"],
    "",
    (line, interrupt) => {
      // Only once, because a second Ctrl-C would exit at once.
      if (line.includes('"type":"code"') && !line.includes('"type":"result"')) interrupt();
    },
  );
  expect(exitCode).toBe(5);
  expect(records).toMatchObject([
    { type: "code" },
    { type: "result", exitCode: 5, error: { code: "INTERRUPTED" } },
  ]);
  expect(text).toContain("Stopping; press Ctrl-C again to exit at once.");
  expect(readFileSync(join(folder, "pictor.json"), "utf8")).toBe(before);
});
