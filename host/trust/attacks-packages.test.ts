// Plugins among a project's npm packages: they are found by their keyword, and do nothing before the project is trusted.

import { manifestOf } from "../testing/manifest-of.js";
import { createPictor, loadPictorConfiguration } from "@pictor/host";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClone, type Clone } from "./testing/create-clone.js";
import { person } from "./testing/person.js";

let { root, project, env, write, ofProject, trustFolder } = {} as Clone;
beforeEach(() => {
  ({ root, project, env, write, ofProject, trustFolder } = createClone());
});
afterEach(() => void Reflect.deleteProperty(globalThis, "ran"));
const load = (interaction = person("no").interaction) =>
  loadPictorConfiguration({ directory: project, env, interaction });
const power = 'runs the plugin code in "node_modules/pictor-own"';
const refused = { code: "TRUST_REQUIRED", what: expect.stringContaining(power) as string };

function install(name: string, keywords: readonly string[] = ["pictor-plugin"]): void {
  const folder = `clone/node_modules/${name}`;
  write(`${folder}/package.json`, { name, keywords });
  write(`${folder}/plugin.json`, manifestOf("output-own", "output"));
  write(`${folder}/index.js`, "globalThis.ran = true; export default () => ({});");
}
const depend = (names: readonly string[], group = "dependencies"): void => {
  write("clone/package.json", { [group]: Object.fromEntries(names.map((name) => [name, "*"])) });
};
const idsIn = async (): Promise<readonly string[]> => {
  const pictor = await createPictor({ configuration: await load() });
  const ids = pictor.plugins().map(({ id }) => id);
  await pictor.dispose();
  return ids;
};

describe("a plugin among the packages", () => {
  beforeEach(() => {
    install("pictor-own");
    depend(["pictor-own"]);
  });
  it.each(["without", "with"])(
    "is not used before the project is trusted, %s a pictor.json",
    async (file) => {
      if (file === "with") ofProject({ outputs: { directory: "images" } });
      const { interaction, asked } = person("no");
      await expect(load(interaction)).rejects.toMatchObject(refused);
      expect(asked.join("\n")).toContain(power);
      expect(globalThis).not.toHaveProperty("ran");
    },
  );
  it("is used when the project is trusted, and asked about after a change", async () => {
    await trustFolder();
    expect(await idsIn()).toContain("output-own");
    write("clone/node_modules/pictor-own/index.js", "globalThis.ran = 2;");
    await expect(load()).rejects.toMatchObject(refused);
  });
  it("that is added after the review is not there, and one that is added to the trusted ones is asked about", async () => {
    await trustFolder();
    install("pictor-other");
    depend(["pictor-own", "pictor-other"]);
    await expect(load()).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
  });
  it("is found in devDependencies too", async () => {
    depend(["pictor-own"], "devDependencies");
    await expect(load()).rejects.toMatchObject(refused);
  });
});

describe("no plugin is", () => {
  it.each<readonly [string, () => void]>([
    [
      "a package without the keyword",
      () => {
        install("pictor-own", ["other"]);
        depend(["pictor-own"]);
      },
    ],
    [
      "a package of a package",
      () => {
        install("pictor-own");
        depend(["other"]);
      },
    ],
    [
      "a package that leads out of node_modules",
      () => {
        install("../own");
        depend(["../own"]);
      },
    ],
    [
      "a package of Pictor",
      () => {
        install("@pictor/own");
        depend(["@pictor/own"]);
      },
    ],
    [
      "in a broken package.json",
      () => {
        install("pictor-own");
        write("clone/package.json", "{");
      },
    ],
  ])("%s", async (_name, prepare) => {
    prepare();
    expect((await load()).pluginSources).toEqual([]);
  });
  it("a link to a folder outside the project: it is refused", async () => {
    write("elsewhere/plugin.json", {});
    write("elsewhere/package.json", { keywords: ["pictor-plugin"] });
    mkdirSync(join(project, "node_modules"));
    symlinkSync(join(root, "elsewhere"), join(project, "node_modules/pictor-own"));
    depend(["pictor-own"]);
    await expect(load()).rejects.toMatchObject({ code: "PLUGIN_FOLDER_UNSAFE" });
  });
});
