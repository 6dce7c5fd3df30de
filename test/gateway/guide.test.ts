// The examples of the plugin guide for an API and a panel, as they stand there: in folders, loaded by a server.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPictor, loadConfiguration, validatePluginFolder } from "@pictor/host";
import { createServer } from "@pictor/server";
import { afterAll, beforeAll, expect, it } from "vitest";

const guide = readFileSync(join(import.meta.dirname, "../../docs/plugin-guide.md"), "utf8");
const sectionOf = (title: string): string => guide.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
const blockOf = (section: string, language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? "";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-guide-"));
  for (const [title, name, files] of [
    ["An API", "api-hello", { "index.js": blockOf(sectionOf("An API"), "js"), "README.md": "Hello" }],
    ["A panel", "panel-mine", { "index.html": "<!doctype html>" }],
  ] as const) {
    mkdirSync(join(folder, "plugins", name), { recursive: true });
    writeFileSync(join(folder, "plugins", name, "plugin.json"), blockOf(sectionOf(title), "json"));
    for (const [file, text] of Object.entries(files))
      writeFileSync(join(folder, "plugins", name, file), text);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each(["api-hello", "panel-mine"])("%s is valid", async (name) => {
  expect(await validatePluginFolder(join(folder, "plugins", name))).toEqual([]);
});

it("the API makes an image from the path of a request", async () => {
  const configuration = await loadConfiguration({
    directory: folder,
    flags: {
      pluginDirectories: ["plugins"],
      backend: "embedded",
      outputs: { directory: join(folder, "out") },
    },
  });
  const server = await createServer({
    folder: join(folder, "server"),
    createPictor: (interaction) => createPictor({ configuration, interaction }),
  });
  const ask = (token: string) =>
    fetch(`${server.url}/hello/a%20lighthouse`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await ask("none")).status).toBe(401);
  const reply = await ask(server.token);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(
    Buffer.from(await reply.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  await server.close();
}, 120_000);
