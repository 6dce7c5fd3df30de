// `pictor mcp`: the official client over standard input and output, what is written where, and how the command ends.

import { EventEmitter } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestFolder, patience, userVariables } from "@pictor/host/testing";
import type { Streams } from "../../base/streams.js";
import { run } from "../../program/run.js";
import { createCommandFolder } from "../../testing/command-folder.js";
import { fakeStreams } from "../../testing/fake-streams.js";
import { serveMcp, type McpOptions } from "./serve-mcp.js";

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = createTestFolder();
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  env = { ...userVariables(folder), TMPDIR: temporary, PICTOR_TRUST: "1" };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

const config = (): string => {
  const path = join(folder, "pictor.json");
  writeFileSync(path, JSON.stringify({ outputs: { directory: join(folder, "outputs") } }));
  return path;
};

/** Starts the command with streams of its own. */
function start(options: McpOptions = {}) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const written = { err: "" };
  const signals = Object.assign(new EventEmitter(), { exit: vi.fn<(code: number) => never>() });
  const streams: Streams = {
    stdin,
    stdout,
    env,
    stderr: {
      write: (chunk) => {
        written.err += String(chunk);
        return true;
      },
    },
  };
  const ended = serveMcp(options, { globals: { config: config() }, streams, signals });
  return { stdin, stdout, written, signals, ended };
}

/** Connects the official client to the streams of the command; its transport writes and reads lines on any two streams. */
async function connect({
  stdin,
  stdout,
}: Pick<ReturnType<typeof start>, "stdin" | "stdout">): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioServerTransport(stdout, stdin));
  return client;
}

const small = { width: 64, height: 64, steps: 2, prompt: "a kite" };
const endless = { ...small, width: 512, height: 512, steps: 10_000, wait_seconds: 600 };

describe("pictor mcp", () => {
  it("has the tools of the scope generate, makes an image without a configuration, and ends with its input", async () => {
    const command = start({ backend: "embedded" });
    const client = await connect(command);
    expect(client.getServerVersion()).toMatchObject({ name: "pictor", title: "Pictor" });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("generate_image");
    expect(names).not.toContain("send_request");
    const progress: number[] = [];
    const result = await client.callTool({ name: "generate_image", arguments: small }, undefined, {
      onprogress: (report) => progress.push(report.progress),
    });
    expect(result.structuredContent).toMatchObject({ state: "finished", images: [{ width: 64 }] });
    expect(result.content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/webp" }));
    expect(progress.length).toBeGreaterThan(0);
    command.stdin.end();
    expect(await command.ended).toBe(0);
    const kept = readdirSync(join(folder, "tmp")).filter((name) => name.startsWith("pictor-mcp"));
    expect(kept).toEqual([]);
    expect(readdirSync(join(folder, "outputs"))).toHaveLength(1);
  });

  it("answers what was piped to it, and writes nothing but lines of the protocol", async () => {
    const command = start({ scope: ["read", "request"] });
    let out = "";
    command.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    command.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n\nno JSON\n');
    command.stdin.end('{"jsonrpc":"2.0","id":"x","method":"nothing"}\n');
    expect(await command.ended).toBe(0);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ id }) => id)).toEqual(expect.arrayContaining([1, null, "x"]));
    expect(lines).toHaveLength(3);
    expect(out).toContain('"name":"send_request"');
    expect(out).not.toContain('"name":"generate_image"');
    expect(command.written.err).toBe("");
  });

  it("sends what plugins print with the console to standard error, while it runs", async () => {
    const command = start();
    await connect(command);
    console.log("from a plugin");
    expect(command.written.err).toBe("from a plugin\n");
    command.stdin.end();
    await command.ended;
  });

  it.each(["the input ends", "Ctrl-C"])("cancels its jobs when %s", async (way) => {
    const command = start({ backend: "embedded" });
    const client = await connect(command);
    let seen = 0;
    const call = client.callTool({ name: "generate_image", arguments: endless }, undefined, {
      onprogress: () => seen++,
    });
    await vi.waitFor(() => {
      expect(seen).toBeGreaterThan(1);
    }, patience);
    if (way === "Ctrl-C") command.signals.emit("SIGINT");
    else command.stdin.end();
    expect(await call).toMatchObject({ isError: true, structuredContent: { state: "interrupted" } });
    expect(await command.ended).toBe(0);
  });
});

describe("what the command refuses", () => {
  it("an unknown scope and an unknown backend, with what there is", async () => {
    const scope = fakeStreams(false, env);
    expect(await run(["mcp", "--scope", "write"], scope)).toBe(2);
    expect(scope.written.err).toContain("--scope: expected one of read, generate, request, admin");
    const backend = fakeStreams(false, env);
    expect(await run(["--config", config(), "mcp", "--backend", "embeded"], backend)).not.toBe(0);
    expect([backend.written.out, backend.written.err]).toEqual(["", expect.stringContaining("embedded")]);
  });

  it("a project that is not trusted, because nobody can be asked", async () => {
    const untrusted = createCommandFolder({ PICTOR_TRUST: "" });
    const backends = { farm: { kind: "remote", baseUrl: "http://192.0.2.10/" } };
    const path = untrusted.write("pictor.json", JSON.stringify({ backends }));
    const { code, out, err } = await untrusted.run("mcp", "--config", path);
    expect({ code, out }).toEqual({ code: 8, out: "" });
    expect(err).toContain("run `pictor trust`");
  });
});
