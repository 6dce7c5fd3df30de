// Without a configuration, a ComfyUI that runs on this machine is used, another program at its address is not, and a ComfyUI that
// fails is an error.

import { mkdtempSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPictor, loadConfiguration, type LogLine } from "@pictor/host";
import { createFakeClock, patience, settlePromises, userVariables, listen } from "@pictor/host/testing";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { run } from "../cli/program/run.js";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { ending } from "../cli/testing/ending.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-local-server-"))));
afterEach(() => void vi.unstubAllEnvs());

/** Starts the program that Pictor finds at the usual address of a ComfyUI. */
async function serve(answer: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(answer));
  onTestFinished(close);
  vi.stubEnv("PICTOR_LOCAL_SERVER", url);
  return url;
}

async function openPictor(clock = createFakeClock()) {
  const log: LogLine[] = [];
  const pictor = await createPictor({
    configuration: await loadConfiguration({ directory: folder }),
    log: (line) => log.push(line),
    clock,
  });
  onTestFinished(() => pictor.dispose());
  return { pictor, notes: () => log.filter(({ plugin }) => plugin === "backend-remote") };
}

const replies =
  (status: number, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status).end(body);
  };
const queue = JSON.stringify({ exec_info: { queue_remaining: 3 } });

it.each([
  ["404", 404, "Not found"],
  ["a page", 200, "<!doctype html><title>Jupyter</title>"],
  ["other JSON", 200, JSON.stringify({ status: "ok" })],
  ["more than a ComfyUI would", 200, queue + " ".repeat(100_000)],
])("a program that answers with %s is passed over, with one note", async (_title, status, body) => {
  const url = await serve(replies(status, body));
  const { pictor, notes } = await openPictor();
  expect((await pictor.openBackend()).instance.name).toBe("embedded");
  await pictor.openBackend();
  expect(notes()).toEqual([
    {
      level: "info",
      plugin: "backend-remote",
      message: `The program at ${url} is not ComfyUI (status ${status}), so the backend embedded is used.`,
    },
  ]);
});

it("a program that does not finish its answer is passed over after a second", async () => {
  const url = await serve((_request, response) => void response.writeHead(200).write("{"));
  const clock = createFakeClock();
  const { pictor, notes } = await openPictor(clock);
  const opening = pictor.openBackend();
  await vi.waitFor(async () => {
    await settlePromises();
    expect(clock.pending()).toBeGreaterThan(0);
  }, patience);
  await clock.advance(2_000);
  expect((await opening).instance.name).toBe("embedded");
  expect(notes()).toMatchObject([{ message: expect.stringContaining(`${url} is not ComfyUI`) as string }]);
});

it("a program that only hangs up is as good as none", async () => {
  await serve((request) => request.socket.destroy());
  const { pictor, notes } = await openPictor();
  expect((await pictor.openBackend()).instance.name).toBe("embedded");
  expect(notes()).toEqual([]);
});

it("a ComfyUI is used without a note", async () => {
  await serve(replies(200, queue));
  const { pictor, notes } = await openPictor();
  expect((await pictor.openBackend()).instance.name).toBe("remote");
  expect(notes()).toEqual([]);
});

/** Runs the command without a configuration. */
async function command(...words: readonly string[]) {
  const streams = fakeStreams(false, { ...userVariables(folder), NO_COLOR: "1", PICTOR_CONFIG: "" });
  const code = await run(words, streams);
  return { code, ...streams.written };
}

it("the command shows the note, and goes on", async () => {
  const url = await serve(replies(404, ""));
  const { code, err } = await command("catalog", "show", "KSampler");
  expect([code, err]).toEqual([
    0,
    `The program at ${url} is not ComfyUI (status 404), so the backend embedded is used.\n`,
  ]);
});

const advice = "No backend is configured; `--backend embedded` uses the embedded server.";

it.each([
  ["its device fails", 500],
  ["a proxy in front of it fails", 502],
])("a ComfyUI with an error is an error, which names the way out: %s", async (_title, status) => {
  await serve((request, response) => {
    const isQueue = request.url?.endsWith("/prompt") === true && request.method === "GET";
    response.writeHead(isQueue ? 200 : status).end(isQueue ? queue : "Server got itself in trouble");
  });
  for (const words of [
    ["catalog", "list"],
    ["generate", "txt2img", "--example", "--out", folder],
  ]) {
    expect(await command(...words)).toMatchObject(ending(3, `${advice}\n`));
  }
});

it("a mistake of the user has no such advice", async () => {
  await serve(replies(200, queue));
  const { code, err } = await command("catalog", "list", "--backend", "nowhere");
  expect([code, err.includes(advice)]).toEqual([2, false]);
});
