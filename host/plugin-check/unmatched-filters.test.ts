// A tap whose filter names something that no plugin contributes.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { manifestOf } from "../testing/manifest-of.js";
import { checkPluginFolder } from "../check-plugin-folder.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-filters-"))));
const manifest = (id: string, more: object) => manifestOf(id, "auth", more);
function plugin(name: string, text: object | string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, "plugin.json"), typeof text === "string" ? text : JSON.stringify(text));
  writeFileSync(join(path, "index.js"), "export default () => ({});\n");
  return path;
}
const scheme = (id: string) => ({
  authSchemes: [{ id, title: id, handler: "show", settings: { type: "object", properties: {} } }],
});
const taps = (authType: string) => [{ hook: "beforeSend", handler: "add", band: "auth", when: { authType } }];
const told = async (path: string) => (await checkPluginFolder(path)).warnings.map(({ message }) => message);

it("is reported with the nearest id", async () => {
  const path = plugin("auth-a", manifest("auth-a", { taps: taps("teem"), contributes: scheme("team") }));
  expect(await told(path)).toEqual([
    expect.stringMatching(
      /#\/taps\/0\/when\/authType: no installed plugin contributes the auth scheme "teem", so add never runs\. .* Did you mean "team"\?/,
    ),
  ]);
});

it("is accepted if another plugin contributes it", async () => {
  plugin("auth-b", manifest("auth-b", { contributes: scheme("team") }));
  expect(await told(plugin("auth-a", manifest("auth-a", { taps: taps("team") })))).toEqual([]);
});

it("is accepted for requests without authentication, and for no other kind", async () => {
  const workflow = [{ hook: "buildWorkflow", handler: "see", phase: "finish", when: { workflow: "none" } }];
  const path = plugin("auth-a", manifest("auth-a", { taps: [...taps("none"), ...workflow] }));
  expect(await told(path)).toEqual([expect.stringContaining("#/taps/1/when/workflow")]);
});

it("is found also beside manifests that are no objects, or whose contributions are none", async () => {
  plugin("auth-b", "null");
  plugin("auth-c", manifest("auth-c", { contributes: { authSchemes: [null, { id: 7 }] } }));
  plugin("auth-d", manifest("auth-d", { contributes: { authSchemes: 7 } }));
  expect(await told(plugin("auth-a", manifest("auth-a", { taps: taps("x") })))).toHaveLength(1);
});
