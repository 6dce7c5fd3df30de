// The examples of the pages about plugins, executed: those that need no backend.

import { createHmac } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkPluginFolder } from "@pictor/host";
import { validatePluginFolder } from "@pictor/kernel";
import { createTestPictor, listen, pluginContract, writeTestFiles } from "@pictor/host/testing";
import { isSlow } from "./contract.test.support.js";
import { examplesFolder } from "./plugin-pages.test.support.js";

const { root, writeExample } = examplesFolder();

it("auth.md: the scheme answers the challenge, stores the ticket, and is hidden", async () => {
  const folder = writeExample("plugins/auth.md", "auth-sealed");
  expect(await validatePluginFolder(folder)).toEqual([]);
  const sealWith = (key: string) => createHmac("sha256", key).update("n-1 GET /me").digest("hex");
  const server = createServer((request, response) => {
    const { "x-seal": seal, "x-client": client } = request.headers;
    response.writeHead(seal === undefined ? 401 : 200, { "X-Nonce": "n-1" });
    response.end(JSON.stringify({ seal, client }));
  });
  const { origin, close } = await listen(server);
  const { pictor, dispose } = await createTestPictor({
    plugins: [folder],
    directory: join(root(), "project"),
    configuration: { profiles: { studio: { type: "sealed", schemes: { sealed: { client: "painters" } } } } },
  });
  const url = `${origin}/me`;
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
  await close();
});

it("getting-started.md: the header of the badge is sent and hidden", async () => {
  const folder = writeExample("plugins/getting-started.md", "auth-badge");
  expect(await validatePluginFolder(folder)).toEqual([]);
  const server = createServer((request, response) => {
    response.end(request.headers["x-badge"]);
  });
  const { url, close } = await listen(server);
  const { profiles } = JSON.parse(readFileSync(join(folder, "pictor.json"), "utf8")) as {
    readonly profiles: Readonly<Record<string, unknown>>;
  };
  const { pictor, dispose } = await createTestPictor({ plugins: [folder], configuration: { profiles } });
  process.env["BADGE"] = "4711-4711";
  const reply = await pictor.send({ url, auth: "me" });
  delete process.env["BADGE"];
  expect(await reply.text()).toBe("4711-4711");
  expect(reply.hops[0]?.sentHeaders).toContainEqual(["X-Badge", "***"]);
  await dispose();
  await close();
});

it("secret-store.md: the store keeps the token of a scheme", async () => {
  const store = writeExample("plugins/secret-store.md", "secrets-session");
  const scheme = writeExample("plugins/auth.md", "auth-of-store");
  expect(await validatePluginFolder(store)).toEqual([]);
  const { secrets } = JSON.parse(readFileSync(join(store, "pictor.json"), "utf8")) as {
    readonly secrets: Readonly<Record<string, unknown>>;
  };
  const { pictor, dispose } = await createTestPictor({
    plugins: [store, scheme],
    directory: join(root(), "store-project"),
    configuration: {
      secrets,
      profiles: { studio: { type: "sealed", schemes: { sealed: { client: "painters", by: "ticket" } } } },
    },
  });
  expect((await pictor.profiles.view("studio")).status).toMatchObject({ state: "signed-out" });
  await pictor.profiles.run("studio", "login", { input: "a-ticket" });
  expect((await pictor.profiles.view("studio")).status).toMatchObject({ state: "ready" });
  expect(await pictor.secrets.describe()).toContain("the memory of this program");
  await dispose();
});

const fixed = "the workflow mini is declared as fixed, so no feature works with it";

it.each<[page: string, name: string, prefix: string, notChecked: object]>([
  ["getting-started.md", "auth-badge", "", {}],
  ["auth.md", "auth-sealed", "", {}],
  ["workflow.md", "workflow-mini", "", { "workflow-offers": fixed }],
  ["feature.md", "workflow-soften", "", {}],
  ["gate.md", "night-checker", "", {}],
  ["output.md", "output-note", "", {}],
  ["output.md", "output-webhook", "webhook/", {}],
  ["api.md", "api-hello", "", {}],
  ["panel.md", "panel-mine", "", {}],
  ["secret-store.md", "secrets-session", "", {}],
])("%s: %s passes the rules of `plugins test`", async (page, name, prefix, notChecked) => {
  const folder = writeExample(`plugins/${page}`, `readmes/${name}`, { prefix });
  const endings = new Map<string, string>();
  for (const { id, run } of pluginContract(folder)) {
    if (isSlow(id)) continue;
    const ending = await run().catch((error: unknown) => ({ notChecked: `failed: ${String(error)}` }));
    if (ending !== undefined) endings.set(id, ending.notChecked);
  }
  expect(Object.fromEntries(endings)).toEqual(notChecked);
});

it("plugin-guide.md: the example of settings is valid, and gives a form", async () => {
  const guide = readFileSync(join(import.meta.dirname, "../docs/plugin-guide.md"), "utf8");
  const config = /```json\n(\{ "type": "object"[^]*?)```/.exec(guide)?.[1] ?? "";
  const folder = join(root(), "output-settings");
  mkdirSync(folder);
  const names = { manifestVersion: 1, id: "output-settings", kind: "output", version: "1.0.0" };
  const texts = { apiVersion: "^1.0.0", main: "./index.js", title: "Settings", description: "An example" };
  writeTestFiles(folder, {
    "index.js": "export default () => ({});",
    "plugin.json": { ...names, ...texts, config: JSON.parse(config) as unknown },
  });
  expect(await validatePluginFolder(folder)).toEqual([]);
  expect((await checkPluginFolder(folder)).warnings).toEqual([]);
});
