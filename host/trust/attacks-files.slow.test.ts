// Files of a stranger's project: programs that are swapped, locks of extensions, files that never end, and folders that others
// can change.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { loadPictorConfiguration } from "@pictor/host";
import { openTrustedFolder } from "@pictor/host/trust";
import { withFileLock } from "@pictor/services";
import { defaultBackends } from "../builtins.js";
import { readContributions } from "../known-manifests.js";
import { beforeEach, describe, expect, it } from "vitest";
import { defaultNames } from "./backend-powers.js";
import { trustFile } from "./trust-file.js";
import { createClone, refusal, type Clone } from "./testing/create-clone.js";

let { root, project, env, write, ofProject, load, trustFolder } = {} as Clone;
beforeEach(() => {
  ({ root, project, env, write, ofProject, load, trustFolder } = createClone());
});

it.each([
  ["its Python", { python: "./run" }, "run"],
  ["its Python in a folder", { python: "bin/../run" }, "run"],
  ["main.py of its ComfyUI", { comfyDirectory: "comfy" }, "comfy/main.py"],
  ["a program in a list", { install: { packages: ["./run"] } }, "run"],
])("a program of the project is asked about again after a change: %s", async (_what, settings, path) => {
  write(`clone/${path}`, "one");
  ofProject({ backends: { m: { kind: "managed", ...settings } } });
  await trustFolder();
  await load();
  write(`clone/${path}`, "two");
  await expect(load()).rejects.toMatchObject(refusal('as the managed backend "m"'));
});

it.each([
  ["a managed backend is installed", { kind: "managed", directory: "made" }],
  ["a queue keeps its files", { kind: "queue", redis: { $env: "REDIS_URL" }, store: { folder: "made" } }],
])("a trusted project is not asked about again after the folder is made in which %s", async (_what, m) => {
  ofProject({ backends: { m } });
  await trustFolder();
  mkdirSync(join(project, "made"));
  await load();
});

it.each(["\0", "a".repeat(5000), "a/".repeat(5000), "."])(
  "a path that no file can have is only shown",
  async (python) => {
    ofProject({ backends: { m: { kind: "managed", python } } });
    await trustFolder();
    await load();
  },
);

describe("extensions are not installed because a stranger's lock file says so", () => {
  const lockOf = (commit: string) => ({
    pictorExtensions: 1,
    extensions: { "github.com/a/pack": { commit, source: "https://github.com/a/pack" } },
  });
  const file = "clone/pictor-extensions.lock.json";
  it("in a folder with and without a project file", async () => {
    write(file, lockOf("a".repeat(40)));
    await expect(load()).rejects.toMatchObject(refusal("installs the extension versions"));
    ofProject({});
    await expect(load()).rejects.toMatchObject(refusal("installs the extension versions"));
  });
  it("that has changed", async () => {
    write(file, lockOf("a".repeat(40)));
    await trustFolder();
    await load();
    write(file, lockOf("b".repeat(40)));
    await expect(load()).rejects.toMatchObject(refusal("installs the extension versions"));
  });
});

describe.skipIf(process.platform === "win32")("a file that never ends or is no file stops nothing", () => {
  const pipe = (path: string) => execFileSync("mkfifo", [join(root, path)]);
  it("as the project file", async () => {
    pipe("clone/pictor.json");
    await expect(load()).rejects.toMatchObject({ code: "CONFIG_NOT_READABLE" });
    expect(readContributions("workflows", { config: join(project, "pictor.json") }, env)).not.toEqual([]);
  });
  it("as a link to a device", async () => {
    symlinkSync("/dev/zero", join(project, "pictor.json"));
    await expect(load()).rejects.toMatchObject({ code: "CONFIG_NOT_READABLE" });
  });
  it("as a project file without end", async () => {
    truncateSync(write("clone/pictor.json", ""), 2 ** 36);
    await expect(load()).rejects.toMatchObject({ code: "CONFIG_NOT_READABLE" });
    expect(readContributions("workflows", { config: join(project, "pictor.json") }, env)).not.toEqual([]);
  });
  it("as a certificate authority", async () => {
    pipe("clone/ca.pem");
    ofProject({ network: { ca: ["ca.pem"] } });
    await expect(load()).rejects.toMatchObject(refusal("trusts the certificate authorities"));
    await trustFolder();
  });
  it("as code beside a plugin", async () => {
    write("clone/plugins/own/plugin.json", { id: "own" });
    pipe("clone/code.js");
    ofProject({ pluginDirectories: ["plugins"] });
    await trustFolder();
  });
  it("as a plugin's file", async () => {
    write("clone/plugins/own/plugin.json", { id: "own" });
    truncateSync(write("clone/plugins/own/model.bin", ""), 2 ** 36);
    ofProject({ pluginDirectories: ["plugins"] });
    await trustFolder();
  });
  it("as the lock file of extensions", async () => {
    pipe("clone/pictor-extensions.lock.json");
    await expect(load()).rejects.toMatchObject(refusal("installs the extension versions"));
  });
});

describe.skipIf(process.platform === "win32")("a plugin folder that a group can change", () => {
  const groups = process.getgroups?.() ?? [];
  const own = process.getgid?.();
  it.skipIf(process.platform === "darwin")("is used if the group is the user's own", async () => {
    chmodSync(join(write("clone/plugins/own/plugin.json", { id: "own" }), ".."), 0o775);
    ofProject({ pluginDirectories: ["plugins"] });
    await expect(load()).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
    expect([own, ...groups]).toContain(own);
  });
  it.skipIf(process.getuid?.() !== 0)("is refused if it is another", async () => {
    const file = write("clone/plugins/own/plugin.json", { id: "own" });
    execFileSync("chgrp", ["12345", file]);
    chmodSync(file, 0o664);
    ofProject({ pluginDirectories: ["plugins"] });
    await expect(load()).rejects.toMatchObject({ code: "PLUGIN_FOLDER_UNSAFE" });
  });
});

describe("a default backend is not redirected", () => {
  it.each(["remote", "embedded"])("%s, even if later changes are trusted", async (name) => {
    ofProject({ environments: { a: {} } });
    await trustFolder("later-changes");
    ofProject({ backends: { [name]: { kind: "remote", baseUrl: "http://192.0.2.66/" } } });
    await expect(load()).rejects.toMatchObject(refusal("in place of the default backend of that name"));
  });
  it("to this machine needs no question", async () => {
    ofProject({ backends: { remote: { kind: "remote", baseUrl: "http://127.0.0.1:9/" } } });
    await load();
  });
  it("and these are the default backends", () => {
    expect(new Set(defaultBackends().map(({ name }) => name))).toEqual(defaultNames);
  });
});

it("trust that several commands store at the same time is kept for each folder", async () => {
  const folders = Array.from({ length: 12 }, (_, index) => join(root, `clone-${index}`));
  for (const folder of folders) {
    mkdirSync(folder);
    writeFileSync(join(folder, "pictor.json"), JSON.stringify({ environment: "test" }));
  }
  const opened = await Promise.all(folders.map((folder) => openTrustedFolder(folder, { env })));
  await Promise.all(opened.map((one) => one.trust("snapshot")));
  for (const directory of folders) await loadPictorConfiguration({ directory, env });
});

it("trust is stored after another process has released the file", async () => {
  ofProject({ environment: "test" });
  const opened = await openTrustedFolder(project, { env });
  const file = trustFile(env);
  const storing = await withFileLock(file, async () => {
    const begun = opened.trust("snapshot");
    for (let turn = 0; turn < 200; turn++) await stat(root);
    expect(existsSync(file)).toBe(false);
    return { begun };
  });
  await storing.begun;
  await load();
});

it("help looks at no network path of a project", () => {
  const own = { properties: { mine: { type: "string" } } };
  write("plugins/own/plugin.json", {
    id: "own",
    contributes: { workflows: [{ id: "stolen", params: own }] },
  });
  const idsIn = (path: string) =>
    readContributions("workflows", { config: ofProject({ pluginDirectories: [path] }) }, env).map(
      ({ id }) => id,
    );
  expect(idsIn(join(root, "plugins"))).toContain("stolen");
  expect(idsIn(`/${join(root, "plugins")}`)).not.toContain("stolen");
});
