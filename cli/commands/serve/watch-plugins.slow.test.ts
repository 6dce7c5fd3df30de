// `pictor serve --watch` as a process: an API of a plugin answers with its new code after an edit, and with its old one after a
// broken edit; clients hear about both.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestFolder, userVariables, writeTestFiles } from "@pictor/host/testing";

interface Ready {
  readonly url: string;
  readonly token: string;
}
type Lines = AsyncIterator<string>;

let folder: string;
let server: ChildProcess;
let lines: Lines;
let ready: Ready;

const writePlugin = (greeting: string): void => {
  writeFileSync(join(folder, "plugins/api-greet/lib/greeting.js"), greeting);
};
/** The next record of the command of a type. */
async function next(type: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error("the command has ended");
    const record = JSON.parse(value) as Readonly<Record<string, unknown>>;
    if (record["type"] === type) return record;
  }
}
const call = (path: string): Promise<Response> =>
  fetch(ready.url + path, { headers: { Authorization: `Bearer ${ready.token}` } });
const greeting = async (): Promise<string> => (await call("/greet/x")).text();

beforeAll(async () => {
  folder = createTestFolder();
  mkdirSync(join(folder, "plugins/api-greet/lib"), { recursive: true });
  const api = { id: "greet", prefix: "/greet", title: "Greet", scopes: ["read"] };
  const names = { manifestVersion: 1, id: "api-greet", kind: "api", version: "1.0.0", apiVersion: "^1.0.0" };
  const manifest = { ...names, main: "./index.js", title: "Greet", description: "Greets" };
  writeTestFiles(folder, {
    "plugins/api-greet/plugin.json": { ...manifest, contributes: { apis: [api] } },
    "plugins/api-greet/index.js": `import { greeting } from "./lib/greeting.js";
export default () => ({ provides: { apis: { greet: { fetch: () => new Response(greeting) } } } });`,
  });
  writePlugin(`export const greeting = "one";`);
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ pluginDirectories: ["./plugins"] }));
  const main = join(import.meta.dirname, "../../main.ts");
  const options = ["--conditions=@pictor/source", "--import", import.meta.resolve("tsx"), main];
  server = spawn(process.execPath, [...options, "--json", "--trust", "serve", "--port", "0", "--watch"], {
    cwd: folder,
    env: { ...process.env, ...userVariables(folder), PICTOR_LOCAL_SERVER: "http://127.0.0.1:1/" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (server.stdout === null) throw new Error("the command has no output");
  lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  ready = (await next("ready")) as unknown as Ready;
  await next("watching");
}, 60_000);
afterAll(async () => {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
});

it("loads a plugin anew after an edit, keeps it after a broken one, and tells clients", async () => {
  expect(await greeting()).toBe("one");
  const events = await call("/v1/events");
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  let sent = "";
  const untilSent = async (text: string): Promise<void> => {
    while (!sent.includes(text)) sent += (await reader?.read())?.value ?? "";
  };

  writePlugin(`export const greeting = "two";`);
  expect(await next("plugins")).toMatchObject({ change: "reloaded", plugins: ["api-greet"], problems: [] });
  expect(await greeting()).toBe("two");
  await untilSent(`"change":"reloaded"`);

  writePlugin(`export const greeting = ;`);
  const failed = await next("plugins");
  expect(failed).toMatchObject({ change: "failed", plugins: ["api-greet"] });
  expect(JSON.stringify(failed["problems"])).toMatch(/PLUGIN_IMPORT_FAILED.*lib\/greeting\.js:1/);
  expect(await greeting()).toBe("two");
  await untilSent(`"change":"failed"`);

  writePlugin(`export const greeting = "three";`);
  expect(await next("plugins")).toMatchObject({ change: "reloaded" });
  expect(await greeting()).toBe("three");
  await reader?.cancel();
}, 60_000);
