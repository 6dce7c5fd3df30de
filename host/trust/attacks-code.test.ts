// Code of a stranger's plugins that was not there, or was another one, when the user trusted the folder.

import { manifestOf } from "../testing/manifest-of.js";
import { createPictor } from "@pictor/host";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createClone, refusal, type Clone } from "./testing/create-clone.js";

let { root, project, write, ofProject, load, trustFolder } = {} as Clone;
beforeEach(() => {
  ({ root, project, write, ofProject, load, trustFolder } = createClone());
});
const writePlugin = (): void => {
  write("clone/plugins/own/plugin.json", manifestOf("output-own", "output"));
  write("clone/plugins/own/index.js", 'import "../../shared/x.js"; export default () => ({});');
};

describe("a plugin of a project that is trusted as it is now runs no other code", () => {
  beforeEach(async () => {
    writePlugin();
    write("clone/shared/x.js", "");
    write("clone/node_modules/lib/index.js", "");
    ofProject({ pluginDirectories: ["plugins"] });
    await trustFolder();
    await load();
  });
  it.each([
    ...["clone/shared/x.js", "clone/node_modules/lib/index.js", "clone/package.json"],
    // On a file system that ignores letter case, these names are those that Node looks for.
    ...["clone/shared/Y.JS", "clone/shared/z.Mjs", "clone/Package.JSON"],
  ])("after a change of %s", async (path) => {
    write(path, "// other");
    await expect(load()).rejects.toMatchObject(refusal("any other script and package in this folder"));
  });
  it("and is not asked about for a change of its images and settings", async () => {
    write("clone/outputs/fox.png", "image");
    ofProject({ pluginDirectories: ["plugins"], outputs: { directory: "images" } });
    expect((await load()).values.pluginDirectories).toEqual([join(project, "plugins")]);
  });
  it("and its folders of links to folders of links are read once each", async () => {
    const folder = (index: number) => `clone/plugins/own/d${index}`;
    for (let index = 0; index < 40; index++) {
      write(`${folder(index)}/x.js`, "");
      for (const name of ["a", "b", "c"])
        symlinkSync(`../d${(index + 1) % 40}`, join(root, folder(index), name));
    }
    await trustFolder();
    expect((await load()).values.pluginDirectories).toEqual([join(project, "plugins")]);
    write(`${folder(39)}/x.js`, "// other");
    await expect(load()).rejects.toMatchObject(refusal("runs the plugin code"));
  });
  it("and a link that leads nowhere is refused with its path", async () => {
    symlinkSync(join(root, "nowhere"), join(project, "plugins/own/link.js"));
    await expect(load()).rejects.toMatchObject({ code: "PLUGIN_FOLDER_UNSAFE" });
  });
  const own = async () => {
    const pictor = await createPictor({ configuration: await load() });
    try {
      return async (path: string, content: string | object) => {
        write(path, content);
        return pictor.load("output-own");
      };
    } finally {
      onTestFinished(() => pictor.dispose());
    }
  };
  it.each(["clone/plugins/own/index.js", "clone/plugins/own/other.js", "clone/shared/x.js"])(
    "if %s changes between the review and the import",
    async (path) => {
      const change = await own();
      await expect(change(path, "globalThis.ran = true;")).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
      expect(globalThis).not.toHaveProperty("ran");
    },
  );
  it("but what did not change is imported", async () => {
    const change = await own();
    expect((await change("clone/notes.txt", "")).status.state).toBe("ready");
  });
});

it("a plugin that is added after the review is not run", async () => {
  ofProject({ pluginDirectories: ["plugins"] });
  const configuration = await load();
  writePlugin();
  const pictor = await createPictor({ configuration });
  await expect(pictor.load("output-own")).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
  await pictor.dispose();
});
