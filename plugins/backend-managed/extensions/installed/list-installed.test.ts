// Tests of installed extensions of every kind, also broken ones, without git.

import { posixPath } from "@pictor/host/testing";
import { chmod, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { placeForeignLock } from "@pictor/locks/testing";
import { describe, expect, it } from "vitest";
import { fakeGit, openInstance, rejection } from "../../testing/extension-instances.js";
import { pyproject } from "../../testing/git-repositories.js";
import { customNodesFolders, customNodesIn } from "./custom-nodes-folders.js";
import { parseGitConfig } from "./git-folder.js";
import { listInstalled } from "./list-installed.js";

const packs = "ComfyUI/custom_nodes";
const commit = "0123456789".repeat(4);

describe("the list", () => {
  it("contains each kind of extension, and skips what ComfyUI skips", async () => {
    const { facet, put } = await openInstance();
    await put(`${packs}/Git/.git/HEAD`, "ref: refs/heads/main\n");
    await put(`${packs}/Git/.git/refs/heads/main`, `${commit}\n`);
    await put(`${packs}/Git/.git/config`, '[remote "origin"]\n\turl = git@github.com:Some/Git.git\n');
    await put(`${packs}/Packed/.git/HEAD`, "ref: refs/heads/main\n");
    await put(`${packs}/Packed/.git/packed-refs`, `# pack-refs\n${commit} refs/heads/main\n`);
    await put(`${packs}/Packed/.git/.cnr-id`, "packed-id\n");
    await put(`${packs}/grain/pyproject.toml`, pyproject("Grain", "2.5", "https://github.com/a/Grain"));
    await put(`${packs}/grain/.tracking`, "pyproject.toml\n");
    await put(`${packs}/Plain/__init__.py`, "");
    await put(`${packs}/single.py`, "");
    await put(`${packs}/Off.disabled/__init__.py`, "");
    await put(`${packs}/.disabled/shelved@1_2_0/pyproject.toml`, pyproject("shelved", "1.2.0"));
    await put(`${packs}/off.py.disabled`, "");
    for (const other of ["__pycache__/a.pyc", "example.py.example", "Data/model.bin", ".hidden/__init__.py"])
      await put(`${packs}/${other}`, "");
    const list = await facet.list();
    expect(
      list.map(({ id, place, origin, version, enabled }) => [place, id, origin, version, enabled]),
    ).toEqual([
      ["Git", "some/git", "git", undefined, true],
      ["Off", "Off", "folder", undefined, false],
      ["Packed", "packed-id", "git", undefined, true],
      ["Plain", "Plain", "folder", undefined, true],
      ["grain", "a/grain", "registry", "2.5.0", true],
      ["off.py", "off.py", "file", undefined, false],
      ["shelved", "shelved", "folder", "1.2.0", false],
      ["single.py", "single.py", "file", undefined, true],
    ]);
    expect(list.filter(({ commit }) => commit !== undefined).map(({ place }) => place)).toEqual([
      "Git",
      "Packed",
    ]);
  });

  it("has the extensions of the folders that extra_model_paths.yaml adds, which are changed there", async () => {
    const { facet, put, instance } = await openInstance();
    await put(`${packs}/Own/__init__.py`, "");
    const shared = await put("shared/packs/Shared/__init__.py", "");
    const folder = dirname(dirname(shared));
    await put(
      "ComfyUI/extra_model_paths.yaml",
      `shared:\n  base_path: ${JSON.stringify(dirname(folder))}\n  checkpoints: models\n  custom_nodes: |\n    packs\n    gone\n`,
    );
    expect((await facet.list()).map(({ place }) => place)).toEqual(["Own", "Shared"]);
    expect(await customNodesFolders(instance)).toEqual([
      instance.layout.customNodes,
      folder,
      join(dirname(folder), "gone"),
    ]);
    await facet.disable("Shared");
    expect(await readdir(folder)).toEqual(["Shared.disabled"]);
    expect((await facet.list()).map(({ place, enabled }) => [place, enabled])).toEqual([
      ["Own", true],
      ["Shared", false],
    ]);
    await facet.enable("Shared");
    expect(await readdir(folder)).toEqual(["Shared"]);
    expect((await rejection(facet.install({ id: "https://example.org/o/Shared", range: "*" }))).code).toBe(
      "EXTENSION_PLACE_TAKEN",
    );
  });

  it("has those of the files of paths that the launch arguments name, but not of what is not a folder", async () => {
    const { put, instance } = await openInstance();
    await put(`${packs}/Own/__init__.py`, "");
    const more = await put("ComfyUI/more.yaml", "more:\n  custom_nodes: |\n    packs\n    more.yaml\n");
    await put("ComfyUI/packs/More/__init__.py", "");
    const launch = {
      ...instance.settings.launch,
      arguments: "--extra-model-paths-config gone.yaml more.yaml --cpu",
    };
    const started = { ...instance, settings: { ...instance.settings, launch } };
    expect(await customNodesFolders(started)).toEqual([
      instance.layout.customNodes,
      join(dirname(more), "packs"),
      more,
    ]);
    expect((await listInstalled(started)).map(({ found }) => found.place)).toEqual(["More", "Own"]);
  });

  it("reads tags with git once, until a tag or the commit changes", async () => {
    const { run, calls } = fakeGit(() => ["v1.0.0"]);
    const { facet, put } = await openInstance({ run });
    await put(`${packs}/Git/.git/HEAD`, `${commit}\n`);
    await put(`${packs}/Git/.git/refs/tags/v1.0.0`, `${commit}\n`);
    const asked = () => calls.filter(({ args }) => args.includes("for-each-ref")).length;
    for (let round = 0; round < 3; round++)
      expect((await facet.list()).map(({ version }) => version)).toEqual(["1.0.0"]);
    expect(asked()).toBe(1);
    await put(`${packs}/Git/.git/refs/tags/v1.1.0`, `${commit}\n`);
    await facet.list();
    expect(asked()).toBe(2);
    await put(`${packs}/Git/.git/HEAD`, `${"f".repeat(40)}\n`);
    await facet.list();
    expect(asked()).toBe(3);
  });

  it("contains clones with a broken .git, as far as they can be read", async () => {
    const { facet, put, customNodes } = await openInstance();
    await put(`${packs}/Broken/.git/HEAD`, "nonsense");
    await put(`${packs}/Broken/.git/config`, '[remote "origin"\nurl = no\n[core]\n\tbare = false');
    await put(`${packs}/Broken/.git/refs/tags/v1.0.0`, commit);
    await put(`${packs}/Broken/pyproject.toml`, "not = = toml");
    await put(`${packs}/Lost/.git`, "gitdir: /nowhere/at/all\n");
    await put(`${packs}/Escapes/.git/HEAD`, "ref: refs/../../../../etc/passwd\n");
    await symlink("/nowhere", join(customNodes, "Dangling"));
    const list = await facet.list();
    expect(list.map(({ place, origin, version }) => [place, origin, version])).toEqual([
      ["Broken", "git", undefined],
      ["Dangling", "folder", undefined],
      ["Escapes", "git", undefined],
      ["Lost", "git", undefined],
    ]);
  });

  it.skipIf(process.getuid?.() === 0)("contains a folder that cannot be read", async () => {
    const { facet, put, customNodes } = await openInstance();
    await put(`${packs}/Secret/__init__.py`, "");
    await put(`${packs}/Plain/__init__.py`, "");
    await chmod(join(customNodes, "Secret"), 0);
    expect((await facet.list()).map(({ place }) => place)).toEqual(["Plain", "Secret"]);
    await chmod(join(customNodes, "Secret"), 0o700);
  });

  it("uses the newest tag that the commit contains, and runs git for nothing else", async () => {
    const { run, calls } = fakeGit(() => ["v1.9", "v1.10", "nightly", "2024.1.1"]);
    const { facet, put } = await openInstance({ run });
    await put(`${packs}/Git/.git/HEAD`, commit);
    await put(`${packs}/Git/.git/refs/tags/v1.9`, commit);
    expect(await facet.list()).toMatchObject([{ version: "1.10.0", versionFrom: "tag", commit }]);
    expect(calls).toHaveLength(2);
  });

  it("shows no credentials of an address", async () => {
    const { facet, put } = await openInstance();
    await put(`${packs}/Git/.git/HEAD`, commit);
    await put(`${packs}/Git/.git/config`, '[remote "origin"]\nurl = https://me:secret@github.com/a/b\n');
    const [one] = await facet.list();
    expect(one).toMatchObject({ id: "a/b", repositories: ["https://github.com/a/b"] });
  });

  it("contains which enabled extensions the server has loaded, and why not the others", async () => {
    const loaded = { loaded: new Set(["Good", "Half"]), failures: new Map([["Half", "ImportError: torch"]]) };
    const { facet, put } = await openInstance({ parts: { loaded: () => Promise.resolve(loaded) } });
    for (const name of ["Good", "Half", "New", "Off.disabled"]) await put(`${packs}/${name}/__init__.py`, "");
    expect((await facet.list()).map(({ place, loaded, failure }) => [place, loaded, failure])).toEqual([
      ["Good", true, undefined],
      ["Half", false, "ImportError: torch"],
      ["New", false, undefined],
      ["Off", undefined, undefined],
    ]);
  });

  it("is complete also if the server does not answer", async () => {
    const parts = { loaded: () => Promise.reject(new Error("it hangs")) };
    const { facet, put } = await openInstance({ parts });
    await put(`${packs}/Plain/__init__.py`, "");
    expect(await facet.list()).toHaveLength(1);
  });

  it("is empty if nothing is installed", async () => {
    const { facet, customNodes } = await openInstance();
    await rm(customNodes, { recursive: true });
    expect(await facet.list()).toEqual([]);
    expect(await facet.capabilities()).toMatchObject({ actions: expect.any(Array) });
  });
});

describe("changes", () => {
  it("are impossible without a ComfyUI, whose folder is not made by them", async () => {
    const { facet, instance } = await openInstance();
    await rm(instance.layout.comfy, { recursive: true });
    const { actions, reason } = await facet.capabilities();
    expect(actions).toEqual([]);
    expect(reason).toContain("pictor backend install studio");
    const error = await rejection(facet.install({ id: "owner/name", range: "*" }));
    expect(error.code).toBe("EXTENSION_UNSUPPORTED");
    await expect(readdir(instance.layout.comfy)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("enable an extension from the folder .disabled, unless its name is taken", async () => {
    const { facet, put } = await openInstance();
    await put(`${packs}/.disabled/grain@1_0_0/pyproject.toml`, pyproject("grain", "1.0.0"));
    expect(await facet.enable("grain")).toMatchObject({ place: "grain", enabled: true });
    expect(await facet.enable("grain")).toMatchObject({ enabled: true });
    await put(`${packs}/.disabled/other@1_0_0/pyproject.toml`, pyproject("other", "1.0.0"));
    await put(`${packs}/Other/__init__.py`, "");
    const error = await rejection(facet.enable("other"));
    expect(error.code).toBe("EXTENSION_CHANGE_FAILED");
    expect(await facet.disable("Other")).toMatchObject({ place: "Other" });
    expect(await facet.enable("other@1_0_0")).toMatchObject({ place: "other", enabled: true });
  });

  it("do not overwrite another disabled extension", async () => {
    const { facet, put } = await openInstance();
    await put(`${packs}/Blur/pyproject.toml`, pyproject("blur-new", "2.0.0"));
    await put(`${packs}/Blur.disabled/pyproject.toml`, pyproject("blur-old", "1.0.0"));
    const error = await rejection(facet.disable("blur-new"));
    expect(error).toMatchObject({ code: "EXTENSION_CHANGE_FAILED" });
    expect(error.message).toContain("Blur.disabled already exists");
    expect(await facet.list()).toHaveLength(2);
  });

  it("delete a single file", async () => {
    const { facet, put } = await openInstance();
    await put(`${packs}/single.py`, "");
    await facet.remove("single.py");
    expect(await facet.list()).toEqual([]);
  });

  // Elsewhere no start time tells a process that stands still from another one with its pid.
  it.skipIf(process.platform !== "linux")("are refused while another process makes a change", async () => {
    const { facet, instance, put } = await openInstance();
    await put(`${packs}/Plain/__init__.py`, "");
    await placeForeignLock(join(instance.layout.root, "install.lock"), "still");
    expect(await rejection(facet.disable("Plain"))).toMatchObject({ code: "MANAGED_BUSY" });
  });
});

describe("the parser of .git/config", () => {
  it.each([
    ['[remote "origin"]\n url = https://x/y', "remote.origin.url", ["https://x/y"]],
    ['[REMOTE "Or.i gin"] URL=a # more', "remote.Or.i gin.url", ["a"]],
    ['[a]\nb = "x # y" ; z\nb = c\\\nd', "a.b", ["x # y", "cd"]],
    ["[a]\nflag\n", "a.flag", ["true"]],
    ['[a "q\\"q"]\nb = 1', 'a.q"q.b', ["1"]],
    ['b = 1\n[a\nb = 2\n[c]\nb = \\"x\\n', "c.b", ['"x\n']],
  ])("%j says of %s %j", (text, key, values) => {
    expect(parseGitConfig(text).get(key)).toEqual(values);
  });
});

it.each([
  ["without a base, in the folder of the file", "a:\n  custom_nodes: packs\n", ["/x/packs"]],
  ["below a relative base", "a:\n  base_path: b\n  custom_nodes: packs\n", ["/x/b/packs"]],
  [
    "absolute, of several sections",
    "a:\n  custom_nodes: /p\nb:\n  custom_nodes: |\n    /q\n    /r\n",
    ["/p", "/q", "/r"],
  ],
  [
    "below a base with variables, of which one is not set",
    "a:\n  base_path: ${PACKS}/$HOME/$NONE/$constructor\n  custom_nodes: c\n",
    ["/packs/h/$NONE/$constructor/c"],
  ],
  ["none in a section without a value", "a:\nb:\n  custom_nodes:\n", []],
  ["none in a file that is not valid", "a: [", []],
])("the folders of extensions in a file of paths: %s", (_name, text, expected) => {
  const machine = { platform: "linux", env: { HOME: "/h", PACKS: "/packs" } } as const;
  expect(customNodesIn(text, "/x/extra.yaml", machine).map((path) => posixPath(path))).toEqual(expected);
});

it("the variables of Windows count there only", () => {
  const text = "a:\n  base_path: '%Apps%/%NONE%'\n  custom_nodes: c\n";
  const env = { APPS: "/apps" };
  const of = (platform: NodeJS.Platform) =>
    customNodesIn(text, "/x/extra.yaml", { platform, env }).map(posixPath);
  expect(of("win32")).toEqual(["/apps/%NONE%/c"]);
  expect(of("linux")).toEqual(["/x/%Apps%/%NONE%/c"]);
});
