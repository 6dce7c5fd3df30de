// A stranger's project with a plugin that adds an API and a panel to the server: nothing of it runs, and no file of it is
// served, before the user has trusted it, or after it has changed.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { createPictor, loadPictorConfiguration } from "@pictor/host";
import { manifestOf } from "@pictor/host/testing";
import { openTrustedFolder } from "@pictor/host/trust";
import { createServer } from "@pictor/server";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { createClone, type Clone } from "../host/trust/testing/create-clone.js";

let clone: Clone;
const ran = (): boolean => existsSync(join(clone.root, "ran"));
const code = (reply: string): string => `
  import { writeFileSync } from "node:fs";
  writeFileSync(${JSON.stringify(join(clone.root, "ran"))}, "");
  export default () => ({ provides: { apis: { own: { fetch: () => new Response(${JSON.stringify(reply)}) } } } });`;

beforeEach(() => {
  clone = createClone();
  clone.write(
    "clone/plugins/own/plugin.json",
    manifestOf("api-own", "api", {
      contributes: {
        apis: [{ id: "own", prefix: "/own", title: "Own", scopes: ["read"] }],
        panels: [{ id: "own", title: "Own", description: "Own", root: "pages", scopes: ["read"] }],
      },
    }),
  );
  clone.write("clone/plugins/own/index.js", code("first"));
  clone.write("clone/plugins/own/pages/index.html", "<p>first</p>");
  clone.write("clone/plugins/own/pages/page.js", "first();");
  clone.ofProject({ pluginDirectories: ["plugins"] });
});

const trust = async (mode: "snapshot" | "later-changes") =>
  (await openTrustedFolder(clone.project, { env: clone.env })).trust(mode);

async function start(panels: readonly string[] = ["own"]) {
  const server = await createServer({
    folder: join(clone.root, "server"),
    presetsFile: join(clone.root, "presets.json"),
    thumbnailsFolder: join(clone.root, "thumbnails"),
    panels: () => Promise.resolve(panels.map((id) => ({ id, scopes: ["read"] as const }))),
    // The question about trust takes its safe choice: no client can answer before the server listens.
    createPictor: async (interaction) => {
      const options = { directory: clone.project, env: clone.env, interaction };
      const configuration = await loadPictorConfiguration(options);
      return createPictor({ interaction, configuration, builtins: "none" });
    },
  });
  onTestFinished(() => server.close());
  const ask = async (address: string) => {
    const reply = await fetch(address, { headers: { Authorization: `Bearer ${server.token}` } });
    return [reply.status, await reply.text()] as const;
  };
  return {
    api: () => ask(new URL("/own/x", server.url).href),
    page: (path: string) => ask(`${server.panels.urlOf("own") ?? ""}${path}`),
  };
}
const refused = (text: string) => expect.stringContaining(text) as string;

it("without trust, no server starts, and no code runs", async () => {
  await expect(start()).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
  expect(ran()).toBe(false);
});

it("with trust, both are served", async () => {
  await trust("snapshot");
  const { api, page } = await start();
  expect([await api(), await page("/"), await page("/page.js")]).toEqual([
    [200, "first"],
    [200, "<p>first</p>"],
    [200, "first();"],
  ]);
});

it("an API that has changed before its first request does not run", async () => {
  await trust("snapshot");
  const { api } = await start([]);
  clone.write("clone/plugins/own/index.js", code("second"));
  const [status, text] = await api();
  expect([status >= 400, text]).toEqual([true, refused("TRUST_REQUIRED")]);
  expect(ran()).toBe(false);
});

it("a page that has changed since the user trusted it is not served, and neither is another file", async () => {
  await trust("snapshot");
  const { page } = await start();
  clone.write("clone/plugins/own/pages/page.js", "second();");
  for (const path of ["/page.js", "/"]) {
    const [status, text] = await page(path);
    expect([status >= 400, text]).toEqual([true, refused("TRUST_REQUIRED")]);
  }
  clone.write("clone/plugins/own/pages/page.js", "first();");
  expect(await page("/page.js")).toEqual([200, "first();"]);
});

it("a page of a folder that is trusted with its later changes is served as it is", async () => {
  await trust("later-changes");
  const { page } = await start();
  clone.write("clone/plugins/own/pages/page.js", "second();");
  expect(await page("/page.js")).toEqual([200, "second();"]);
});
