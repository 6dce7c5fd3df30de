// Saved workflows in the user's plugin folder, beside plugins that were added.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { createTestFolder, userVariables, writeTestFiles } from "@pictor/host/testing";
import { userPluginFolder } from "@pictor/host/user-plugins";
import { saveWorkflow } from "./save-workflow.js";

let env: Readonly<Record<string, string>>;
beforeEach(() => void (env = userVariables(createTestFolder())));

const save = (title: string) =>
  saveWorkflow(
    {
      id: "kites",
      title,
      outputs: ["1"],
      catalog: new Map(),
      shown: [],
      graph: { "1": { class_type: "Blur", inputs: { amount: 3 } } },
    },
    { env, builtins: [] },
  );
const titleIn = (folder: string): unknown =>
  (JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8")) as { readonly title?: unknown }).title;

it("a saved workflow is replaced by the next one of its id", async () => {
  await save("Kites");
  expect(titleIn((await save("More kites")).folder)).toBe("More kites");
});

it("one that cannot be loaded is undone: the earlier one is there again, or none", async () => {
  const first = await save("Kites");
  const second = await save("More kites");
  await second.undo();
  expect(titleIn(first.folder)).toBe("Kites");
  await first.undo();
  expect(existsSync(first.folder)).toBe(false);
});

it("a plugin that was added is not replaced by a workflow", async () => {
  const folder = userPluginFolder(env);
  const plugin = join(folder, "workflow-own-kites");
  writeTestFiles(plugin, { "plugin.json": { id: "workflow-own-kites", title: "Added" } });
  const entry = { version: "1.0.0", integrity: "sha512-x", source: { kind: "folder", path: "/somewhere" } };
  const lock = { version: 1, plugins: { "workflow-own-kites": entry } };
  writeFileSync(join(folder, "plugins.lock.json"), JSON.stringify(lock));
  await expect(save("Kites")).rejects.toMatchObject({ code: "PLUGIN_SOURCE_REFUSED" });
  expect(titleIn(plugin)).toBe("Added");
});
