// `pictor mcp` as a client starts it: a process of its own, with the stdio transport of the MCP SDK.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeEach, expect, it, vi } from "vitest";
import { createTestFolder, patience, userVariables } from "@pictor/host/testing";
import { commandLine } from "../../testing/command-line.js";

let folder: string;
beforeEach(() => void (folder = createTestFolder()));

async function connect(...words: readonly string[]) {
  const env = { ...userVariables(folder), PATH: process.env["PATH"] ?? "" };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...commandLine, "mcp", ...words],
    env,
    cwd: folder,
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return { client, transport, errors: () => errors };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it("makes an image without a configuration, and is gone when the client has closed its input", async () => {
  const { client, transport, errors } = await connect("--backend", "embedded");
  const pid = transport.pid ?? 0;
  await client.listTools();
  const result = await client.callTool({
    name: "generate_image",
    arguments: { prompt: "a buoy", width: 64, height: 64, steps: 2 },
  });
  expect(result.structuredContent).toMatchObject({ state: "finished" });
  const { resources } = await client.listResources();
  expect(resources).toMatchObject([{ title: "a buoy" }]);
  await client.close();
  expect([isAlive(pid), errors()]).toEqual([false, ""]);
});

it("cancels a job that runs, and ends by itself before the client sends a signal", async () => {
  const { client, transport, errors } = await connect("--backend", "embedded");
  const pid = transport.pid ?? 0;
  const make = (args: object, onprogress: () => void = () => undefined) =>
    client.callTool({ name: "generate_image", arguments: { prompt: "the sea", ...args } }, undefined, {
      onprogress,
      timeout: 600_000,
    });
  // The modules of the backend may take a second or two to load, during which nothing can end.
  await make({ width: 64, height: 64, steps: 1 });
  let seen = 0;
  const endless = { width: 512, height: 512, steps: 10_000, wait_seconds: 600 };
  make(endless, () => seen++).catch(() => undefined);
  await vi.waitFor(() => {
    expect(seen).toBeGreaterThan(1);
  }, patience);
  await client.close();
  // A signal, which the transport sends after two seconds, would be answered with a message.
  expect([isAlive(pid), errors()]).toEqual([false, ""]);
});
