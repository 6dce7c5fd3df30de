// Tests of the model folders in extra_model_paths.yaml.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { scriptedInstance } from "../testing/fake-instance.js";
import { temporaryFolder } from "../testing/local-machine.js";
import { modelPathsFile, modelPathsState, passedPathsFile, writeModelPaths } from "./write-model-paths.js";
import { buildSection } from "./paths-section.js";

type Models = NonNullable<Parameters<typeof scriptedInstance>[0]>["models"];

function withModels(models: Models, text?: string, root?: string) {
  const instance = scriptedInstance({
    ...(models === undefined ? {} : { models }),
    ...(root === undefined ? {} : { root }),
  });
  mkdirSync(instance.layout.comfy, { recursive: true });
  if (text !== undefined) writeFileSync(modelPathsFile(instance), text);
  return instance;
}
const read = (instance: ReturnType<typeof withModels>): string =>
  readFileSync(modelPathsFile(instance), "utf8");

describe("model folders", () => {
  it("are written once, and unchanged as long as the settings are", async () => {
    const directory = temporaryFolder();
    mkdirSync(join(directory, "ipadapter"));
    mkdirSync(join(directory, "custom_nodes"));
    mkdirSync(join(directory, ".cache"));
    const instance = withModels(
      { directory, folders: ["loras=/data/lora", "loras=more/lora"] },
      "# mine\na:\n  vae: x\n",
    );
    expect(await modelPathsState(instance)).toBe("stale");
    await writeModelPaths(instance);
    expect(await modelPathsState(instance)).toBe("current");
    const found = (parse(read(instance)) as Record<string, Record<string, string>>)["pictor"];
    expect(found).toMatchObject({
      base_path: directory,
      checkpoints: "checkpoints",
      diffusion_models: "diffusion_models\nunet",
      loras: `loras\n/data/lora\n${join(directory, "more/lora")}`,
      ipadapter: "ipadapter",
    });
    expect(found).not.toHaveProperty("custom_nodes");
    expect(read(instance).startsWith("# mine\na:\n  vae: x\n")).toBe(true);
  });

  it("are written into extra_paths.yaml where that is, beside which newer versions ignore the other file", async () => {
    const instance = withModels({ folders: ["loras=/data/lora"] });
    const newer = join(instance.layout.comfy, "extra_paths.yaml");
    writeFileSync(newer, "");
    await writeModelPaths(instance);
    expect(modelPathsFile(instance)).toBe(newer);
    expect(read(instance)).toContain("/data/lora");
    expect(existsSync(join(instance.layout.comfy, "extra_model_paths.yaml"))).toBe(false);
  });

  it("of a ComfyUI that somebody else installed are in a file of the instance, of which ComfyUI is told", async () => {
    const comfyDirectory = temporaryFolder();
    const root = join(temporaryFolder(), "instance");
    const of = (folders: readonly string[]) =>
      scriptedInstance({ comfyDirectory, root, models: { folders } });
    const instance = of(["loras=/data/lora"]);
    expect(passedPathsFile(instance)).toBe(undefined);
    await writeModelPaths(instance);
    expect(readdirSync(comfyDirectory)).toEqual([]);
    const file = join(root, "extra_model_paths.yaml");
    expect(passedPathsFile(instance)).toBe(file);
    expect(readFileSync(file, "utf8")).toContain("/data/lora");
    await writeModelPaths(of([]));
    expect(passedPathsFile(instance)).toBe(undefined);
  });

  it("that cannot be written name the folder", async () => {
    const root = join(temporaryFolder(), "instance");
    writeFileSync(root, "");
    const instance = scriptedInstance({
      comfyDirectory: temporaryFolder(),
      root,
      models: { folders: ["loras=/l"] },
    });
    await expect(writeModelPaths(instance)).rejects.toMatchObject({ code: "MANAGED_FOLDER_NOT_WRITABLE" });
  });

  it("are removed with the settings, and so is an otherwise empty file", async () => {
    const root = temporaryFolder();
    await writeModelPaths(withModels({ folders: ["loras=/data/lora"] }, undefined, root));
    const without = withModels({ folders: [] }, undefined, root);
    expect(await modelPathsState(without)).toBe("stale");
    await writeModelPaths(without);
    expect(existsSync(modelPathsFile(without))).toBe(false);
    expect(await modelPathsState(without)).toBe("none");
  });

  it("create no file if there are none", async () => {
    const instance = withModels(undefined);
    await writeModelPaths(instance);
    expect(existsSync(modelPathsFile(instance))).toBe(false);
  });

  it("are not written to an invalid file", async () => {
    const broken = "a: [1, 2\n";
    const instance = withModels({ folders: ["loras=/data/lora"] }, broken);
    await expect(writeModelPaths(instance)).rejects.toMatchObject({ code: "MANAGED_MODELS_FILE" });
    expect(read(instance)).toBe(broken);
  });

  it("ignore an invalid file if there is nothing to write", async () => {
    const instance = withModels(undefined, "a: [1, 2\n");
    await writeModelPaths(instance);
    expect(read(instance)).toBe("a: [1, 2\n");
  });
});

describe("an entry of models.folders", () => {
  it.each([
    ["without an equals sign", "/data/lora", "has no equals sign"],
    ["without a kind", "=/data/lora", "names no kind of model"],
    ["of a kind that is a reserved key", "base_path=/data", "names no kind of model"],
    ["that would add code", "custom_nodes=/data", "names no kind of model"],
    ["without a path", "loras=", "names no folder"],
    ["with a relative path and no base", "loras=lora", "has a relative path"],
    ["with two lines", "loras=/a\n/b", "has a line break"],
  ])("%s", (_, entry, problem) => {
    expect(() => buildSection({ folders: [entry] }, [])).toThrow(problem);
  });
  it("may have an equals sign in its path", () => {
    expect(buildSection({ folders: ["loras=/a=b"] }, [])).toEqual({ loras: "/a=b" });
  });
});
