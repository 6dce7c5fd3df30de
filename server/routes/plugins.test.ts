// Plugins over the API: inspection, chains of hooks, validation of folders.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf } from "@pictor/host/testing";
import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../testing/start-server.js";

const test = await startTestServer();
afterAll(() => test.close());

it("a plugin has its manifest, its state and the positions of its taps", async () => {
  const found = (await test.call("GET", "/v1/plugins/workflow-txt2img")).json();
  expect(found).toMatchObject({
    plugin: { id: "workflow-txt2img", kind: "workflow" },
    manifest: { id: "workflow-txt2img", contributes: { workflows: [{ id: "txt2img" }] } },
    origin: expect.stringContaining("workflow-txt2img") as unknown,
  });
  expect((found["taps"] as readonly object[]).length).toBeGreaterThan(0);
  expect((await test.call("GET", "/v1/plugins/nosuch")).status).toBe(404);
});

it("its folder is shown to administrators alone", async () => {
  const { token } = await test.createToken("eve", ["read"]);
  const found = await test.call("GET", "/v1/plugins/workflow-txt2img", { token });
  expect(found.json()["origin"]).toBeUndefined();
});

it("a hook has its handlers in order", async () => {
  const { entries } = (await test.call("GET", "/v1/hooks/buildWorkflow")).json() as {
    readonly entries: readonly { readonly owner: string }[];
  };
  expect(entries.map(({ owner }) => owner)).toContain("workflow-txt2img");
  expect((await test.call("GET", "/v1/hooks/nosuch")).status).toBe(404);
});

it("folders are validated without running their code", async () => {
  const folder = (name: string) => join(test.folder, "plugins", name);
  mkdirSync(folder("good"), { recursive: true });
  mkdirSync(folder("bad"));
  const manifest = manifestOf("workflow-good", "workflow");
  writeFileSync(join(folder("good"), "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder("good"), "index.js"), "throw new Error('must not run');");
  writeFileSync(join(folder("bad"), "plugin.json"), JSON.stringify({ ...manifest, id: "BAD ID" }));
  const body = { folders: [folder("good"), folder("bad"), folder("none")] };
  const found = (await test.call("POST", "/v1/plugins/validate", { body })).json() as {
    readonly isValid: boolean;
    readonly folders: readonly { readonly problems: readonly { readonly code: string }[] }[];
  };
  expect(found.isValid).toBe(false);
  expect(found.folders.map(({ problems }) => problems.length > 0)).toEqual([false, true, true]);
});
