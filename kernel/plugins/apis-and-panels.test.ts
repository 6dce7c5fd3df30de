// Manifests of APIs and panels: what is accepted, what conflicts, and that a panel needs no code.

import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestPictor } from "@pictor/host/testing";
import { validatePluginFolder } from "./validate-folder.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-panels-"))));

const base = { manifestVersion: 1, version: "1.0.0", apiVersion: "^1.0.0", title: "A", description: "A" };
const panel = { id: "mine", title: "Mine", description: "A panel", scopes: ["generate"] };
const api = { id: "mine", prefix: "/mine", title: "Mine", scopes: ["generate"] };

function write(manifest: object, files: readonly string[] = []): string {
  for (const name of files) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), "<!doctype html>");
  }
  writeFileSync(join(folder, "plugin.json"), JSON.stringify({ ...base, ...manifest }));
  return folder;
}
const panelManifest = (more: object = {}) => ({
  id: "panel-mine",
  kind: "panel",
  contributes: { panels: [{ ...panel, ...more }] },
});
const problemsOf = async () => (await validatePluginFolder(folder)).map(({ message }) => message);

describe("a panel", () => {
  it("is a folder with a plugin.json and an index.html, and needs no code", async () => {
    write(panelManifest(), ["index.html"]);
    expect(await problemsOf()).toEqual([]);
    const { pictor, dispose } = await createTestPictor({ plugins: [folder] });
    expect((await pictor.load("panel-mine")).status).toEqual({ state: "ready" });
    expect(pictor.contributions("panels")).toEqual([{ ...panel, root: ".", plugin: "panel-mine" }]);
    await dispose();
  });

  it.each(["..", "../other", "/etc", "web", "file:///etc", "a/../.."])(
    "is refused with the root %j",
    async (root) => {
      write(panelManifest({ root }), ["index.html"]);
      const [message] = await problemsOf();
      expect(message).toContain(
        "#/contributes/panels/0/root: expected a folder inside the plugin, with an index.html",
      );
    },
  );

  it("is refused with a link that leads out of the plugin", async () => {
    write(panelManifest({ root: "out" }));
    symlinkSync(tmpdir(), join(folder, "out"));
    expect(await problemsOf()).toHaveLength(1);
  });

  it.each([[[]], [["root"]], [["read", "read"]]])("is refused with the scopes %j", async (scopes) => {
    write(panelManifest({ scopes }), ["index.html"]);
    expect((await problemsOf())[0]).toContain("#/contributes/panels/0/scopes");
  });
});

it.each([
  { taps: [{ hook: "onEvent", handler: "see" }] },
  { contributes: { apis: [api] } },
  {
    contributes: {
      authSchemes: [{ id: "a", title: "A", handler: "add", settings: { type: "object", properties: {} } }],
    },
  },
])("a plugin without main is refused if it declares what needs code: %j", async (more) => {
  write({ id: "panel-mine", kind: "panel", ...more });
  const [message] = await problemsOf();
  expect(message).toContain(
    "#/main: expected an entry module, because the manifest declares what needs code",
  );
});

describe("an API", () => {
  const manifest = (more: object) => ({
    id: "api-mine",
    kind: "api",
    contributes: { apis: [{ ...api, ...more }] },
  });

  it.each(["/v1", "/v2", "/healthz", "/", "/a/b", "mine", "/Mine", "/a%2F"])(
    "cannot have the prefix %j",
    async (prefix) => {
      write(manifest({ prefix }));
      expect((await problemsOf())[0]).toContain("#/contributes/apis/0/prefix");
    },
  );

  const inline = (id: string, apis: readonly object[], provided: object) => ({
    manifest: { ...base, id, kind: "api", main: "./index.js", contributes: { apis } },
    plugin: () => ({ provides: { apis: provided } }) as object,
  });
  const answer = { fetch: () => new Response() };

  it("has a prefix of its own", async () => {
    const { pictor, dispose } = await createTestPictor({
      plugins: [
        inline("api-a", [{ ...api, id: "a" }], { a: answer }),
        inline("api-b", [{ ...api, id: "b" }], { b: answer }),
      ],
    });
    expect(pictor.problems().map(({ code, message }) => [code, message])).toEqual([
      ["CONTRIBUTION_TWICE", expect.stringContaining('contribute the apis "/mine"')],
    ]);
    await dispose();
  });

  it("provides upgrade exactly if it declares webSocket, and can then be opened", async () => {
    const plugins = [
      inline("api-a", [{ ...api, webSocket: true }], { mine: answer }),
      inline("api-b", [{ ...api, id: "b", prefix: "/b" }], { b: answer }),
    ];
    const { pictor, dispose } = await createTestPictor({ plugins });
    await expect(pictor.openApi("mine")).rejects.toThrow("declares webSocket true for mine");
    expect(await pictor.openApi("b")).toBe(answer);
    await expect(pictor.openApi("c")).rejects.toMatchObject({ code: "API_UNKNOWN" });
    await dispose();
  });
});
