// Clients of MCP, unchanged: over HTTP with a token, over the standard streams of `pictor mcp`, and through a bridge
// between both.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasPackage, openWorkplace, programOf, runProgram } from "./programs.test.support.js";

const command = join(import.meta.dirname, "../../../dist/cli/main.js");
const place = openWorkplace();

const address = (): string => `${place.test.server.url}/mcp`;
const authorization = (): string => `Bearer ${place.test.server.token}`;
/** The first bytes of the image in the reply of `generate_image`, which is a WebP for the assistant to look at. */
const imageIn = (reply: string): string | undefined => /"data": ?"(.{4})/.exec(reply)?.[1];
const webp = Buffer.from("RIF").toString("base64");

it.skipIf(!hasPackage("mcporter"))(
  "mcporter lists the tools and makes an image, over HTTP and stdio",
  async () => {
    const servers = {
      http: { url: address(), headers: { Authorization: authorization() } },
      stdio: { command: process.execPath, args: [command, "mcp", "--backend", "embedded"] },
    };
    const file = join(place.test.folder, "mcporter.json");
    writeFileSync(file, JSON.stringify({ mcpServers: servers }));
    const ask = (...words: readonly string[]) =>
      runProgram(programOf("mcporter", "dist/cli.js"), ["--config", file, ...words]);
    expect(await ask("list")).toContain("2 healthy");
    for (const name of Object.keys(servers)) {
      const made = await ask("call", `${name}.generate_image`, "prompt=a kite", "--output", "json");
      expect(made).toContain('"state": "finished"');
    }
  },
);

describe("the Inspector", () => {
  const inspect = (server: readonly string[], ...words: readonly string[]) =>
    runProgram(programOf("@modelcontextprotocol/inspector", "cli/build/cli.js"), [
      "--cli",
      ...server,
      ...words,
    ]);
  const call = ["--method", "tools/call", "--tool-name", "generate_image", "--tool-arg", "prompt=a kite"];

  it.skipIf(!hasPackage("@modelcontextprotocol/inspector"))(
    "starts pictor mcp and makes an image",
    async () => {
      const made = await inspect([process.execPath, command, "mcp", "--backend", "embedded"], ...call);
      expect(imageIn(made)).toBe(webp);
    },
  );

  it.skipIf(!hasPackage("@modelcontextprotocol/inspector") || !hasPackage("mcp-remote"))(
    "makes an image through mcp-remote, which adds the token",
    async () => {
      const header = ["--header", `Authorization:${authorization()}`];
      const bridge = [process.execPath, programOf("mcp-remote", "dist/proxy.js"), address(), ...header];
      expect(imageIn(await inspect(bridge, ...call))).toBe(webp);
    },
  );
});
