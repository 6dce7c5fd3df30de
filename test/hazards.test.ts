// The page on the protocol's hazards: every test that it names exists, and what needs a real network is tested here.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createTestKernel } from "@pictor/kernel/testing";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/comfyui-hazards.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("|") && !/^\| (Hazard|-)/.test(line));
const citations = [...page.matchAll(/`([^`]+\.test\.ts)`: "((?:[^"\\]|\\.)*)"/g)].map(
  ([, file = "", title = ""]) => ({ file, title }),
);

it("every row names a test, or says in words why there is none", () => {
  const silent = rows.filter((row) => !row.includes(".test.ts`: ") && !/\| none +\|$/.test(row));
  expect(silent).toEqual([]);
  expect(citations.length).toBeGreaterThan(rows.length);
});

it("every test that is named exists in its file", () => {
  const missing = citations.filter(({ file, title }) => {
    const path = join(root, file);
    return !existsSync(path) || !readFileSync(path, "utf8").includes(`"${title}"`);
  });
  expect(missing).toEqual([]);
});

it("neither a request nor a handshake carries a browser's headers", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers);
    response.end();
  });
  server.on("upgrade", ({ headers }, stream) => {
    seen.push(headers);
    stream.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { kernel, dispose } = await createTestKernel({ plugins: [] });
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await (await kernel.send({ method: "POST", url: `http://${address}/prompt`, body: "{}" })).discard();
  const handlers = { message: () => undefined, close: () => undefined };
  await expect(kernel.connect({ url: `ws://${address}/ws` }, handlers)).rejects.toThrow("404");
  await dispose();
  await new Promise((resolve) => server.close(resolve));
  const names = seen.flatMap((headers) => Object.keys(headers));
  expect(seen).toHaveLength(2);
  expect(names.filter((name) => /^(origin|referer|sec-fetch-)/.test(name))).toEqual([]);
});
