// Tests of the setup of an extension.

import { posixPath } from "@pictor/host/testing";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { layoutOf } from "../../layout.js";
import { exited, scriptedInstance } from "../../testing/fake-instance.js";
import { temporaryFolder } from "../../testing/local-machine.js";
import type { Change } from "./change.js";
import { runInstallScript } from "./run-setup.js";

/** The variables that install.py gets from a ComfyUI with these launch arguments. */
async function variablesWith(launchArguments: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "install.py"), "");
  const scripted = scriptedInstance();
  const launch = { ...scripted.settings.launch, arguments: launchArguments };
  const settings = { ...scripted.settings, comfyDirectory: "/apps/ComfyUI", launch };
  const source = { name: "studio", dataFolder: "/data", workingDirectory: "/", platform: "linux" } as const;
  let env: Readonly<Record<string, string | undefined>> | undefined;
  const change = {
    instance: { ...scripted, settings, layout: layoutOf(settings, source) },
    options: {},
    log: { write: () => undefined },
    python: (_instance: unknown, _arguments: unknown, options: Parameters<Change["python"]>[2]) => {
      env = options?.env;
      return Promise.resolve(exited(0));
    },
  };
  await runInstallScript(change as unknown as Change, folder);
  return Object.fromEntries(Object.entries(env ?? {}).map(([name, path = ""]) => [name, posixPath(path)]));
}

it.each([
  ["", { base: "/apps/ComfyUI", models: "/apps/ComfyUI/models" }],
  ["--base-directory /docs/ComfyUI", { base: "/docs/ComfyUI", models: "/docs/ComfyUI/models" }],
  ["--models-directory /models", { base: "/apps/ComfyUI", models: "/models" }],
])("install.py is told the folders of a server with %j", async (launchArguments, { base, models }) => {
  expect(await variablesWith(launchArguments)).toMatchObject({
    COMFYUI_PATH: "/apps/ComfyUI",
    COMFYUI_FOLDERS_BASE_PATH: base,
    COMFYUI_MODEL_PATH: models,
  });
});
