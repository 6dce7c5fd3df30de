// Unusable plugins are listed with the reason, beside the usable ones; and checks for plugin authors.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findPlugins } from "./find-plugins.js";
import { validatePluginFolder } from "./validate-folder.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-survey-"))));

const manifest = (id: string, more: object = {}) => ({
  manifestVersion: 1,
  id,
  kind: "auth",
  version: "1.2.3",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "A",
  description: "A",
  ...more,
});
function plugin(name: string, text: object | string, module = "index.js"): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, "plugin.json"), typeof text === "string" ? text : JSON.stringify(text));
  writeFileSync(join(path, module), "export default () => ({});\n");
  return path;
}
const listed = async () => {
  const { plugins } = await findPlugins([{ kind: "collection", path: folder }], {});
  return plugins.map(
    ({
      candidate: {
        manifest: { id, version },
      },
      status,
    }) => [id, version, status.state, "reason" in status ? status.reason : ""],
  );
};

describe("the list of plugins", () => {
  it("contains unusable plugins, with their first problem", async () => {
    plugin("auth-a", manifest("auth-a"));
    plugin("auth-b", manifest("auth-b", { taps: [{ hok: "beforeSend", handler: "add" }] }));
    plugin("auth-c", '{\n  "id": "auth-c",\n}');
    plugin("auth-d", { id: 7, version: 1 });
    plugin("auth-e", manifest("auth-e"), "main.js");
    expect(await listed()).toEqual([
      ["auth-a", "1.2.3", "valid", ""],
      ["auth-b", "1.2.3", "failed", expect.stringContaining('#/taps/0: expected the key "hook"')],
      ["auth-c", "?", "failed", expect.stringContaining("plugin.json:3:1 is not valid JSON: ")],
      ["auth-d", "?", "failed", expect.stringContaining("expected")],
      ["auth-e", "1.2.3", "failed", expect.stringContaining("the plugin's folder has no ./index.js")],
    ]);
  });
  it("has the usable plugin before an unusable one of the same id", async () => {
    plugin("a", manifest("auth-a", { titel: "" }));
    plugin("b", manifest("auth-a"));
    plugin("c", manifest("auth-a"));
    expect((await listed()).map(([, , state]) => state)).toEqual(["valid", "failed", "failed"]);
  });
});

it("an id of the configuration that no plugin has is a problem, with the nearest id", async () => {
  plugin("auth-a", manifest("auth-a"));
  const { problems } = await findPlugins([{ kind: "collection", path: folder }], {
    "auth-aa": { enabled: true },
  });
  expect(problems).toMatchObject([
    { code: "PLUGIN_UNKNOWN", hint: expect.stringContaining('"auth-a"') as string },
  ]);
});

describe("a collection", () => {
  it("that is itself a plugin is one", async () => {
    const path = plugin("auth-a", manifest("auth-a"));
    const { plugins } = await findPlugins([{ kind: "collection", path }], {});
    expect(plugins.map(({ candidate, status }) => [candidate.manifest.id, status.state])).toEqual([
      ["auth-a", "valid"],
    ]);
  });
});

describe("a manifest that is written by hand", () => {
  it("may have 64 KiB, and is not read if it has more", async () => {
    const text = JSON.stringify(manifest("auth-a")).padEnd(64 * 1024);
    expect(await validatePluginFolder(plugin("auth-a", text))).toEqual([]);
    expect(await validatePluginFolder(plugin("auth-b", `${text} `))).toMatchObject([
      { code: "MANIFEST_TOO_LARGE", details: { bytes: 64 * 1024 + 1 } },
    ]);
  });
  it("may have a module that runs as TypeScript", async () => {
    expect(await validatePluginFolder(plugin("auth-a", manifest("auth-a"), "index.ts"))).toEqual([]);
  });
});

describe("a manifest that was read before", () => {
  const panel = manifest("panel-a", {
    kind: "panel",
    contributes: {
      panels: [{ id: "a", title: "A", description: "A", root: "./page", scopes: ["generate"] }],
    },
  });
  const problemsIn = async (path: string) => (await validatePluginFolder(path)).map(({ code }) => code);

  it("is the same frozen value for every reader", async () => {
    plugin("auth-a", manifest("auth-a"));
    const read = async () => (await findPlugins([{ kind: "collection", path: folder }], {})).plugins[0];
    const [first, second] = [await read(), await read()];
    expect(second?.candidate.manifest).toBe(first?.candidate.manifest);
    expect(Object.isFrozen(first?.candidate.manifest)).toBe(true);
  });
  it("is checked against its folder each time", async () => {
    const path = plugin("panel-a", panel);
    mkdirSync(join(path, "page"));
    writeFileSync(join(path, "page/index.html"), "");
    expect(await problemsIn(path)).toEqual([]);
    rmSync(join(path, "page"), { recursive: true });
    rmSync(join(path, "index.js"));
    expect(await problemsIn(path)).toEqual(["MANIFEST_MAIN_MISSING", "MANIFEST_INVALID"]);
    symlinkSync(join(folder, "elsewhere.js"), join(path, "index.js"));
    writeFileSync(join(folder, "elsewhere.js"), "");
    expect(await problemsIn(path)).toEqual(["MANIFEST_MAIN_ESCAPES", "MANIFEST_INVALID"]);
  });
  it("is checked anew when its text changes", async () => {
    const path = plugin("auth-a", manifest("auth-a"));
    expect(await problemsIn(path)).toEqual([]);
    writeFileSync(join(path, "plugin.json"), JSON.stringify(manifest("auth-a", { titel: "" })));
    expect(await problemsIn(path)).toEqual(["MANIFEST_INVALID"]);
  });
  it("names the file of each folder in its problems", async () => {
    const far = manifest("auth-a", { apiVersion: "^7.0.0" });
    const [first, second] = [plugin("a", far), plugin("b", far)];
    const whats = async (path: string) => (await validatePluginFolder(path)).map(({ what }) => what).join();
    expect(await whats(first)).toContain(join(first, "plugin.json"));
    expect(await whats(second)).toContain(join(second, "plugin.json"));
  });
});
