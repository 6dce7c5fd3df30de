// `pictor backend serve`: its options, and the command as a process.

import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as readers from "@pictor/backend-embedded/testing";
import { describe, expect, it } from "vitest";
import { fakeStreams, piped, type FakeStreams } from "../../testing/fake-streams.js";
import { commandLine } from "../../testing/command-line.js";
import { parseRecords } from "../../testing/fake-server.js";
import { serveBackend } from "./serve-backend.js";
import { planServe, type ServeOptions } from "./serve-plan.js";
import { ending } from "../../testing/ending.js";

const folder = await mkdtemp(join(tmpdir(), "pictor-serve-"));

const plan = (options: ServeOptions) => planServe(options, readers);
const planned = async (options: ServeOptions) => (await plan(options)).server;

describe("launch arguments", () => {
  it("default to ComfyUI's address and port", async () => {
    expect(await plan({})).toEqual({
      isOpen: false,
      server: { host: "127.0.0.1", port: 8188, multiUser: false, control: false },
    });
  });

  it.each([
    [{ listen: true }, { host: "0.0.0.0" }, true],
    [{ listen: "0.0.0.0,::" }, { host: "::" }, true],
    [{ listen: "127.0.0.2" }, { host: "127.0.0.2" }, false],
    [{ listen: "::1" }, { host: "::1" }, false],
  ] as const)("%j listens on %j", async (options, server, isOpen) => {
    expect(await plan(options)).toMatchObject({ server, isOpen });
  });

  it.each([
    [{ port: "0" }, { port: 0 }],
    [{ baseDirectory: "a" }, { directory: "a" }],
    [{ baseDirectory: "a", directory: "b" }, { directory: "b" }],
    [{ outputDirectory: "o", inputDirectory: "i", tempDirectory: "t" }, { outputDirectory: "o" }],
    [{ maxUploadSize: "0.5" }, { maxUploadSize: 0.5 }],
    [{ previewMethod: "latent2rgb" }, { previews: "auto" }],
    [{ previewMethod: "none" }, { previews: "none" }],
    [{ enableCorsHeader: true }, { corsOrigin: "*" }],
    [{ enableCorsHeader: "http://a" }, { corsOrigin: "http://a" }],
    [
      { faults: '[{"kind":"nan"}]', control: true },
      { faults: [{ kind: "nan" }], control: true },
    ],
  ] as const)("%j means %j", async (options, server) => {
    expect(await planned(options as ServeOptions)).toMatchObject(server);
  });

  it("reads faults from a file", async () => {
    const file = join(folder, "faults.json");
    await writeFile(file, '[{"kind": "refuse", "ms": 5}]');
    expect(await planned({ faults: `@${file}` })).toMatchObject({ faults: [{ kind: "refuse", ms: 5 }] });
  });

  it("reads node classes and a fake Manager from files", async () => {
    const classes = { AcmeTone: { python_module: "custom_nodes.acme-nodes", input: {}, output: ["IMAGE"] } };
    const manager = { generation: "4.2", packs: [{ id: "acme-nodes", versions: ["1.0.0"] }] };
    const [one, other] = [join(folder, "classes.json"), join(folder, "manager.json")];
    await writeFile(one, JSON.stringify(classes));
    await writeFile(other, JSON.stringify(manager));
    expect(await planned({ classes: one, manager: other })).toMatchObject({ classes, manager });
    await writeFile(other, "{}");
    await expect(plan({ manager: other })).rejects.toThrow(
      "--manager: /generation: is missing; allowed: 3.x-get",
    );
    await writeFile(one, '{"KSampler": {}, "AcmeTone": {}}');
    await expect(plan({ classes: one })).rejects.toThrow("--classes: /AcmeTone/python_module: is missing");
  });

  it.each([
    [
      { classes: "nowhere.json" },
      "--classes: nowhere.json cannot be read: there is no such file. Write the path of a readable JSON",
    ],
    [{ classes: "" }, "--classes:  cannot be read: "],
    [{ port: "65536" }, '--port: expected a whole number from 0 to 65535, found "65536"'],
    [{ listen: "here" }, "--listen here is not an address to listen on."],
    [{ listen: "127.0.0.1,127.0.0.2" }, "--listen 127.0.0.1,127.0.0.2 is not an address"],
    [{ maxUploadSize: "0" }, "--max-upload-size 0 is not a size."],
    [{ previewMethod: "best" }, "--preview-method best is unknown. Write one of none, auto"],
    [{ faults: "nan" }, "--faults is not valid JSON"],
    [{ faults: "@nowhere.json" }, "--faults: nowhere.json cannot be read: "],
    [{ faults: '[{"kind":"refuse"}]' }, "--faults: /0/ms: is missing; allowed: milliseconds"],
    [{ username: "me" }, "--username and --secret password belong together."],
    [{ username: "me", secret: "password=hunter2" }, "--secret password: a secret on the command line"],
    [{ username: "me", secret: "pin=env:PIN" }, "--secret pin: the only secret is password."],
    [{ username: "me", secret: "hunter2" }, "--secret: the only secret is password."],
    [{ username: "me:x", secret: "password=env:PIN" }, "--username: expected a name without colons"],
    [{ username: "", secret: "password=env:PIN" }, "--username: expected a name without colons"],
  ])("%j: %s", async (options, message) => {
    await expect(plan(options)).rejects.toThrow(message);
    await expect(plan(options)).rejects.not.toThrow("hunter2");
  });
});

class FakeSignals extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

/** Starts the server, calls `visit` with its address, and stops it with Ctrl-C. */
async function served(
  options: ServeOptions,
  visit: (url: string) => Promise<void> = async () => undefined,
  streams: FakeStreams = fakeStreams(),
  ignored: readonly string[] = [],
) {
  const signals = new FakeSignals();
  const ended = serveBackend({ port: "0", ...options }, { globals: {}, streams, ignored, signals });
  const isOver = ended.then(() => true);
  const ready = /(?:To see the GUI go to|Ready): (\S+)/;
  while (!ready.test(streams.written.err))
    if (await Promise.race([isOver, new Promise((resolve) => setImmediate(resolve, false))])) break;
  const url = ready.exec(streams.written.err)?.[1];
  if (url !== undefined) await visit(url);
  signals.emit("SIGINT");
  return { code: await ended, err: streams.written.err, listeners: signals.eventNames() };
}

describe("serving", () => {
  it("prints what it is and its address, and ends with Ctrl-C", async () => {
    const { code, err, listeners } = await served({}, async (url) => {
      expect((await fetch(`${url}/prompt`)).status).toBe(200);
    });
    expect({ code, listeners }).toEqual({ code: 0, listeners: [] });
    expect(err).toMatch(/sampler is simulated.*\n.*\nTo see the GUI go to: http:\/\/127\.0\.0\.1:\d+\n/);
  });

  it("says on a terminal that there is no GUI", async () => {
    const { err } = await served({}, undefined, fakeStreams(true, { TERM: "xterm", NO_COLOR: "1" }));
    expect(err).toMatch(/\nReady: http:\/\/127\.0\.0\.1:\d+ \(the HTTP API of ComfyUI, without a GUI\)\n/);
    expect(err).not.toContain("To see the GUI");
  });

  it("names the folder of the images", async () => {
    const outputDirectory = join(folder, "outputs");
    expect((await served({ directory: folder, outputDirectory })).err).toContain(
      `Images are in ${outputDirectory}; Ctrl-C stops the server.`,
    );
    expect((await served({ directory: folder })).err).toContain(`Images are in ${join(folder, "output")};`);
  });

  it("warns if other machines can reach it, and names ignored options", async () => {
    const { err } = await served({ listen: true }, undefined, undefined, ["--cpu"]);
    expect(err).toContain("Everybody who reaches 0.0.0.0 of this machine can use the server.");
    expect(err).toContain("--cpu has no effect on the embedded server and is ignored.");
  });

  it.each([
    ["password=env:SERVER_PASSWORD", fakeStreams(false, { SERVER_PASSWORD: "s3cret" })],
    ["password", fakeStreams(false, {}, piped("s3cret\n"))],
  ])("demands credentials, with the password from %s", async (secret, streams) => {
    const right = { Authorization: `Basic ${Buffer.from("me:s3cret").toString("base64")}` };
    const visit = async (url: string) => {
      expect((await fetch(`${url}/prompt`)).status).toBe(401);
      expect((await fetch(`${url}/prompt`, { headers: right })).status).toBe(200);
    };
    const { code, err } = await served({ username: "me", secret }, visit, streams);
    expect(code).toBe(0);
    expect(err).not.toContain("s3cret");
  });

  it("reports a missing password", async () => {
    expect(await served({ username: "me", secret: "password=env:NOTHING_HERE" })).toMatchObject(
      ending(2, "There is no password in env:NOTHING_HERE."),
    );
  });

  it("reports the allowed values for a value that the server refuses", async () => {
    expect(await served({ outputDirectory: "" })).toMatchObject(
      ending(2, '/outputDirectory: found ""; allowed: the path of a folder.'),
    );
  });

  it("reports a port in use", async () => {
    await served({}, async (url) => {
      const { port } = new URL(url);
      expect(await served({ port })).toMatchObject(
        ending(2, `Port ${port} on 127.0.0.1 is in use by another program.`),
      );
    });
  });
});

it("as a process prints one record of type ready, and exits with code 0 after SIGINT", async () => {
  const output = join(folder, "shown");
  const options = ["--port", "0", "--output-directory", output, "--json", "--cpu", "--verbose", "DEBUG"];
  const args = [...commandLine, "backend", "serve", ...options];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const lines: { type: string; url?: string; outputDirectory?: string }[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(JSON.parse(line) as (typeof lines)[number]);
    if (lines.length > 1) continue;
    expect((await fetch(`${lines[0]?.url ?? ""}system_stats`)).status).toBe(200);
    child.kill("SIGINT");
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
  expect([code, lines.map(({ type }) => type)]).toEqual([0, ["ready", "result"]]);
  expect(lines[0]?.outputDirectory).toBe(output);
  expect(parseRecords(lines.map((line) => JSON.stringify(line)).join("\n"))).toEqual(lines);
});
