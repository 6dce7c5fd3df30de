// The examples of the README, executed: the plugin in twenty lines, and the configuration.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPictor, loadConfiguration, validatePluginFolder } from "@pictor/host";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const block = (info: string): string => {
  const found = new RegExp(`\`\`\`${info}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1];
  if (found === undefined) throw new Error(`the README has no block "${info}"`);
  return found;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-readme-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("the plugin in twenty lines adds a scheme whose headers are a credential", async () => {
  const [manifest, code] = [block("json plugin.json"), block("js index.js")];
  expect((manifest + code).trim().split("\n").length).toBeLessThanOrEqual(20);
  const plugin = join(folder, "my-plugins/auth-team");
  mkdirSync(plugin, { recursive: true });
  writeFileSync(join(plugin, "plugin.json"), manifest);
  writeFileSync(join(plugin, "index.js"), code);
  expect(await validatePluginFolder(plugin)).toEqual([]);

  const server = createServer((request, response) => {
    response.end(JSON.stringify(request.headers));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const pictor = await createPictor({
    builtins: "none",
    plugins: [{ kind: "collection", path: join(folder, "my-plugins") }],
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const reply = await pictor.send({ url, auth: { type: "team", team: "painters", key: "k-4711-secret" } });
  expect(JSON.parse(await reply.text())).toMatchObject({
    "x-team": "painters",
    "x-team-key": "k-4711-secret",
  });
  expect(reply.hops[0]?.sentHeaders).toContainEqual(["X-Team-Key", "***"]);
  await pictor.dispose();
  server.close();
});

it("the plugin's pictor.json is a valid configuration", async () => {
  const file = join(folder, "plugin-pictor.json");
  writeFileSync(file, block("json pictor.json"));
  expect((await loadConfiguration({ file })).values.profiles).toHaveProperty("work");
});

it("the configuration page's example is valid", async () => {
  const page = readFileSync(join(import.meta.dirname, "../docs/configuration.md"), "utf8");
  const file = join(folder, "page-pictor.json");
  writeFileSync(file, /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  expect((await loadConfiguration({ file })).values.backend).toBe("studio");
});

it("the pictor.json of the start is a valid configuration", async () => {
  const file = join(folder, "pictor.json");
  writeFileSync(file, block("json"));
  expect((await loadConfiguration({ file })).values.backends).toHaveProperty("studio");
});
