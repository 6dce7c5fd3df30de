// The examples of the pages about plugins, executed.

import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { validatePluginFolder } from "@pictor/host";
import { createTestPictor } from "@pictor/host/testing";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "pictor-pages-"));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Writes the files that a page shows, each in a code block with the name of the file. */
function writeExample(page: string, folder: string): string {
  const text = readFileSync(join(import.meta.dirname, "../docs", page), "utf8");
  const path = join(root, folder);
  mkdirSync(path);
  for (const [, name = "", content = ""] of text.matchAll(/^ *```\w+ ([\w.]+)\n([^]*?)^ *```/gm))
    writeFileSync(join(path, name), content);
  return path;
}

it("auth.md: the scheme answers the challenge, stores the ticket, and is hidden", async () => {
  const folder = writeExample("plugins/auth.md", "auth-sealed");
  expect(await validatePluginFolder(folder)).toEqual([]);
  const sealWith = (key: string) => createHmac("sha256", key).update("n-1 GET /me").digest("hex");
  const server = createServer((request, response) => {
    const { "x-seal": seal, "x-client": client } = request.headers;
    response.writeHead(seal === undefined ? 401 : 200, { "X-Nonce": "n-1" });
    response.end(JSON.stringify({ seal, client }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { pictor, dispose } = await createTestPictor({
    plugins: [folder],
    directory: join(root, "project"),
    configuration: {
      profiles: { studio: { type: "sealed", schemes: { sealed: { client: "painters" } } } },
    },
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/me`;
  const send = async (auth: Parameters<typeof pictor.send>[0]["auth"]) =>
    JSON.parse(await (await pictor.send({ url, ...(auth !== undefined && { auth }) })).text()) as object;
  expect(await send({ type: "sealed", client: "painters", key: "long-key" })).toEqual({
    seal: sealWith("long-key"),
    client: "painters",
  });
  expect((await pictor.profiles.view("studio")).status).toMatchObject({ state: "signed-out" });
  await pictor.profiles.run("studio", "login", { input: "a-ticket" });
  expect((await pictor.profiles.view("studio")).status).toMatchObject({ state: "ready" });
  expect(await send("studio")).toMatchObject({ seal: sealWith("a-ticket") });
  await dispose();
  server.close();
});

it("getting-started.md: the header of the badge is sent and hidden", async () => {
  const folder = writeExample("plugins/getting-started.md", "auth-badge");
  expect(await validatePluginFolder(folder)).toEqual([]);
  const server = createServer((request, response) => {
    response.end(request.headers["x-badge"]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { profiles } = JSON.parse(readFileSync(join(folder, "pictor.json"), "utf8")) as {
    readonly profiles: Readonly<Record<string, unknown>>;
  };
  const { pictor, dispose } = await createTestPictor({ plugins: [folder], configuration: { profiles } });
  process.env["BADGE"] = "4711-4711";
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const reply = await pictor.send({ url, auth: "me" });
  delete process.env["BADGE"];
  expect(await reply.text()).toBe("4711-4711");
  expect(reply.hops[0]?.sentHeaders).toContainEqual(["X-Badge", "***"]);
  await dispose();
  server.close();
});
