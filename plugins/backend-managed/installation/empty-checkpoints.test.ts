// Tests of the folder for the first checkpoint.

import { join } from "node:path";
import { expect, it } from "vitest";
import { findEmptyCheckpoints } from "./empty-checkpoints.js";
import { scriptedInstance } from "../testing/fake-instance.js";
import { put, temporaryFolder } from "../testing/local-machine.js";

it("is ComfyUI's own folder as long as it contains only a placeholder", async () => {
  const instance = scriptedInstance();
  const folder = join(instance.layout.comfy, "models", "checkpoints");
  expect(await findEmptyCheckpoints(instance)).toBe(folder);
  put(join(folder, "put_checkpoints_here"));
  put(join(folder, "sdxl", ".gitkeep"));
  expect(await findEmptyCheckpoints(instance)).toBe(folder);
  put(join(folder, "sdxl", "base.safetensors"));
  expect(await findEmptyCheckpoints(instance)).toBeUndefined();
});

it("is the shared folder if the settings name one", async () => {
  const directory = temporaryFolder();
  const instance = scriptedInstance({ models: { directory, folders: [] } });
  expect(await findEmptyCheckpoints(instance)).toBe(join(directory, "checkpoints"));
  put(join(directory, "checkpoints", "base.ckpt"));
  expect(await findEmptyCheckpoints(instance)).toBeUndefined();
});

it("is unknown if the settings may select other folders", async () => {
  const folders = ["loras=/data/lora", "checkpoints=/data/models"];
  expect(await findEmptyCheckpoints(scriptedInstance({ models: { folders } }))).toBeUndefined();
  const instance = scriptedInstance();
  const launch = { ...instance.settings.launch, arguments: "--base-directory /data" };
  expect(
    await findEmptyCheckpoints({ ...instance, settings: { ...instance.settings, launch } }),
  ).toBeUndefined();
});
