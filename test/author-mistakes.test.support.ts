// A good plugin of the folder `fixtures/authors` with one mistake: what happens when it runs, as a person reads it.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GenerationResult, PictorError, Problem } from "@pictor/kernel";
import { createTestPictor, type TestPictor, listen, type Listening } from "@pictor/host/testing";
import { createFakeBackend, fakeBackendPlugin } from "../services/testing/fake-backend.js";
import { fakeWorkflow } from "../services/testing/fake-plugins.js";

const good = fileURLToPath(new URL("./fixtures/authors/", import.meta.url));

/** What went wrong, in the words that a person reads, and the details for programs. */
export interface Report {
  readonly text: string;
  readonly plugin: unknown;
}
/** `arrived` counts the requests that reached a server, and the prompts that reached a backend. */
export interface Outcome {
  readonly reports: readonly Report[];
  readonly arrived: number;
}

const ofError = ({ message, details }: PictorError): Report => ({ text: message, plugin: details["plugin"] });
const ofProblem = ({ message, hint = "", plugin }: Problem): Report => ({
  text: `${message} ${hint}`.trim(),
  plugin,
});
const failureOf = (call: Promise<unknown>): Promise<readonly Report[]> =>
  call.then(
    () => [],
    (error: unknown) => [ofError(error as PictorError)],
  );

/** Copies a plugin into a new folder. `from` must occur in the file once, so that a change of the fixture is noticed. */
function withMistake(id: string, [from, to]: readonly [from: string, to: string], file = "index.js"): string {
  const folder = mkdtempSync(join(tmpdir(), "pictor-author-"));
  cpSync(join(good, id), folder, { recursive: true });
  const path = join(folder, file);
  const parts = readFileSync(path, "utf8").split(from);
  if (parts.length !== 2) throw new Error(`"${from}" occurs ${parts.length - 1} times in ${id}/${file}`);
  writeFileSync(path, parts.join(to));
  return folder;
}

async function serve(): Promise<Listening & { arrived(): number }> {
  let arrived = 0;
  const server = createServer((_request, response) => {
    arrived++;
    response.writeHead(401).end();
  });
  return { ...(await listen(server)), arrived: () => arrived };
}

async function send({ pictor }: TestPictor, type: string, settings: object): Promise<Outcome> {
  const { origin, close, arrived } = await serve();
  try {
    const sending = pictor.send({
      url: `${origin}/`,
      headers: { Accept: "image/png" },
      auth: { type, ...settings },
    });
    const reports = await failureOf(sending);
    if (reports.length > 0) return { reports, arrived: arrived() };
    const reply = await sending;
    await reply.discard();
    return { reports: reply.notes.map(ofProblem), arrived: arrived() };
  } finally {
    await close();
  }
}

async function generate(
  { pictor, clock }: TestPictor,
  workflow: string,
  calls: readonly string[],
): Promise<Outcome> {
  const generation = pictor.generate({ workflow });
  for (let step = 0; step < 3; step++) await clock.advance(10_000);
  const result: GenerationResult = await generation.result;
  const reports = [
    ...("error" in result ? [ofError(result.error)] : []),
    ...(result.status === "vetoed" ? [{ text: result.veto.message, plugin: undefined }] : []),
    ...result.problems.map(ofProblem),
  ];
  return { reports, arrived: calls.filter((call) => call === "submit").length };
}

const profiles = { me: { type: "badge", schemes: { badge: { number: { $env: "PICTOR_TEST_BADGE" } } } } };

/** How the plugins are used. */
const uses = {
  send: (test: TestPictor, id: string) =>
    send(test, id.replace("auth-", ""), id === "auth-badge" ? { number: "4711" } : {}),
  status: async ({ pictor }: TestPictor, id: string) => {
    const { notes = [] } = (await pictor.profiles.view("me")).status;
    return { reports: notes.map((text) => ({ text, plugin: id })), arrived: 0 };
  },
  login: async ({ pictor }: TestPictor, id: string) => {
    const running = pictor.profiles.run("me", "login");
    const reports = await failureOf(running);
    if (reports.length > 0) return { reports, arrived: 0 };
    const notes = (await running).notes.filter((note) => note !== "You are signed in.");
    return { reports: notes.map((text) => ({ text, plugin: id })), arrived: 0 };
  },
  generate: (test: TestPictor, id: string, calls: readonly string[]) =>
    generate(test, id === "workflow-mini" ? "mini" : "fake", calls),
} as const;
export type Use = keyof typeof uses;

/** Makes the mistake in a copy of the plugin, and uses the plugin. */
export async function make(
  id: string,
  change: readonly [from: string, to: string],
  use: Use,
  file?: string,
): Promise<Outcome> {
  const folder = withMistake(id, change, file);
  const { backend, calls } = createFakeBackend();
  process.env["PICTOR_TEST_BADGE"] = "4711";
  const test = await createTestPictor({
    plugins: [folder, fakeWorkflow, fakeBackendPlugin(() => Promise.resolve(backend))],
    configuration: { backends: { b: { kind: "fake" } }, profiles },
  });
  try {
    const problems = test.pictor.problems();
    if (problems.length > 0) return { reports: problems.map(ofError), arrived: 0 };
    // Importing takes real time, which the clock of the test does not wait for.
    const reports = await failureOf(test.pictor.load(id));
    if (reports.length > 0) return { reports, arrived: 0 };
    return await uses[use](test, id, calls);
  } finally {
    await test.dispose();
    rmSync(folder, { recursive: true });
  }
}
