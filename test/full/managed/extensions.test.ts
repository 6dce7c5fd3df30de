// Extensions of a managed backend with the real git and python3: every way to install, and every way to undo.

import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { writeTestFiles } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { realClock } from "../../../kernel/base/clock.js";
import { Programs } from "../../../services/processes/runner.js";
import {
  indexText,
  listed,
  openInstance,
  rejection,
  type InstanceFixture,
  type InstanceOptions,
} from "../../../plugins/backend-managed/testing/extension-instances.js";
import {
  gitIn,
  makeRepository,
  pyproject,
  type Repository,
} from "../../../plugins/backend-managed/testing/git-repositories.js";
import { inodeOf, writeJournal } from "../../../plugins/backend-managed/extensions/change/journal.js";

const hasPrograms = ["git", "python3"].every((name) => spawnSync(name, ["--version"]).status === 0);
const { run } = new Programs(realClock);

const init = "NODE_CLASS_MAPPINGS = {}\n";
const id = "acme/comfyui-blur";
const reference = "https://github.com/Acme/ComfyUI-Blur";

/** An instance whose index lists a repository of this machine as Acme's. */
async function instanceWith(
  repository: Repository,
  options: InstanceOptions & { readonly entry?: object } = {},
): Promise<InstanceFixture & { readonly pack: string }> {
  const { entry = {}, ...rest } = options;
  const index = join(repository.folder, "..", "list.json");
  await writeFile(index, indexText([listed(reference, repository.url, entry)]));
  const instance = await openInstance({ run, extensions: { indexes: [index] }, ...rest });
  return { ...instance, pack: join(instance.customNodes, "ComfyUI-Blur") };
}

const blur = (): Promise<Repository> => makeRepository("ComfyUI-Blur");
/** Tags v1.0.0, v1.1.0 and v2.0.0 on main, each with its pyproject.toml. */
async function released(): Promise<Repository> {
  const repository = await blur();
  for (const version of ["1.0.0", "1.1.0", "2.0.0"]) {
    const files = {
      "__init__.py": `${init}# ${version}\n`,
      "pyproject.toml": pyproject("comfyui-blur", version),
    };
    await repository.commit(files, `v${version}`);
  }
  return repository;
}
const any = { id, range: "*" } as const;
const visible = async (folder: string) => (await readdir(folder)).filter((name) => !name.startsWith("."));

describe.skipIf(!hasPrograms)("installing from git", () => {
  it("takes the default branch, and the list tells what it is", async () => {
    const repository = await released();
    const commit = await repository.commit({ "new.py": "" });
    const { facet, customNodes } = await instanceWith(repository);
    const installed = await facet.install(any);
    expect(installed).toEqual({
      id,
      place: "ComfyUI-Blur",
      origin: "git",
      registryId: "comfyui-blur",
      repositories: ["acme/comfyui-blur", repository.url],
      version: "2.0.0",
      versionFrom: "pyproject",
      commit,
      enabled: true,
    });
    expect(await facet.list()).toEqual([installed]);
    expect(await visible(customNodes)).toEqual(["ComfyUI-Blur"]);
  });

  it.each(["whole", "short"])("takes a commit by its %s digits", async (length) => {
    const repository = await released();
    const commit = repository.git("rev-parse", "v1.0.0");
    const digits = length === "whole" ? commit : commit.slice(0, 8);
    const { facet } = await instanceWith(repository);
    expect(await facet.install({ ...any, commit: digits })).toMatchObject({ version: "1.0.0", commit });
  });

  it("takes a commit that no branch leads to any more", async () => {
    const repository = await released();
    const lost = repository.git("rev-parse", "HEAD");
    repository.git("reset", "--quiet", "--hard", "v1.1.0");
    repository.git("tag", "--delete", "v2.0.0");
    const { facet } = await instanceWith(repository);
    expect(await facet.install({ ...any, commit: lost })).toMatchObject({ version: "2.0.0", commit: lost });
  });

  it("knows a version by the tag before it, if pyproject.toml has none", async () => {
    const repository = await blur();
    await repository.commit({ "__init__.py": init }, "v1.2");
    await repository.commit({ "more.py": "" });
    const { facet } = await instanceWith(repository);
    expect(await facet.install(any)).toMatchObject({ version: "1.2.0", versionFrom: "tag" });
  });

  it("finds a version that only the history of pyproject.toml tells", async () => {
    const repository = await blur();
    for (const version of ["0.1.0", "0.2.0", "0.3.0"])
      await repository.commit({ "__init__.py": init, "pyproject.toml": pyproject("blur", version) });
    const { facet } = await instanceWith(repository);
    expect(await facet.install({ id, range: "<0.3.0" })).toMatchObject({ version: "0.2.0" });
  });

  it("brings submodules, where the repository names them", async () => {
    const part = await makeRepository("part");
    await part.commit({ "part.py": "" });
    const repository = await blur();
    await repository.commit({ "__init__.py": init });
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", part.url, "part");
    await repository.commit({});
    const { facet, pack } = await instanceWith(repository);
    await facet.install(any);
    expect(existsSync(join(pack, "part/part.py"))).toBe(true);
  });

  it("runs install.py there, with the folders of ComfyUI", async () => {
    const repository = await blur();
    const script =
      "import os, json\nnames = ['COMFYUI_PATH', 'COMFYUI_MODEL_PATH']\n" +
      "json.dump([os.getcwd()] + [os.environ[n] for n in names], open('seen.json', 'w'))\n";
    await repository.commit({ "__init__.py": init, "install.py": script });
    const { facet, pack, instance } = await instanceWith(repository);
    const steps: string[] = [];
    await facet.install(any, { progress: (step) => void steps.push(step) });
    expect(JSON.parse(readFileSync(join(pack, "seen.json"), "utf8"))).toEqual([
      pack,
      instance.layout.comfy,
      join(instance.layout.comfy, "models"),
    ]);
    expect(new Set(steps)).toEqual(
      new Set([`cloning ${repository.url}`, "receiving its files", "running its install script"]),
    );
  });

  it("installs what its list and its requirements.txt name, before anybody sees it", async () => {
    const repository = await blur();
    await repository.commit({ "__init__.py": init, "requirements.txt": "one\n" });
    const asked: unknown[] = [];
    const pip: NonNullable<InstanceOptions["parts"]>["pip"] = async (_means, what) => {
      asked.push("lines" in what ? what.lines : readFileSync(what.file, "utf8"));
      expect(await visible(instance.customNodes)).toEqual([]);
    };
    const instance = await instanceWith(repository, {
      parts: { pip },
      entry: { pip: ["two", "--index-url=http://127.0.0.1", "three\n--index-url=http://127.0.0.1"] },
    });
    await instance.facet.install(any);
    expect(asked).toEqual([["two"], "one\n"]);
  });
});

describe.skipIf(!hasPrograms)("an installation that fails leaves nothing", () => {
  const failing = {
    "no such version": { wanted: { id, range: ">=9.0.0" }, code: "EXTENSION_NO_VERSION" },
    "no such commit": { wanted: { ...any, commit: "0123456789" }, code: "EXTENSION_NO_COMMIT" },
    "no such whole commit": {
      wanted: { ...any, commit: "0123456789".repeat(4) },
      code: "EXTENSION_NO_COMMIT",
    },
    "a commit that is none": { wanted: { ...any, commit: "--help" }, code: "EXTENSION_NO_COMMIT" },
    "a script that fails": {
      code: "EXTENSION_INSTALL_FAILED",
      files: { "install.py": "raise ValueError('no disk')" },
    },
    "requirements that fail": { code: "EXTENSION_INSTALL_FAILED", files: { "requirements.txt": "x\n" } },
  };
  it.each(Object.entries(failing))("%s", async (_name, situation) => {
    const repository = await released();
    if ("files" in situation) await repository.commit(situation.files);
    const pip = () => Promise.reject(new Error("pip found nothing"));
    const { facet, customNodes, instance } = await instanceWith(repository, { parts: { pip } });
    const wanted = "wanted" in situation ? situation.wanted : any;
    const error = await rejection(facet.install(wanted));
    expect(error.code).toBe(situation.code);
    expect(await visible(customNodes)).toEqual([]);
    expect(await facet.list()).toEqual([]);
    expect(existsSync(join(instance.layout.root, "staging"))).toBe(false);
    expect(existsSync(join(instance.layout.root, "extensions.json"))).toBe(false);
    // The next attempt succeeds.
    await repository.commit({ "install.py": "", "requirements.txt": "" });
    expect(await facet.install(any)).toMatchObject({ version: "2.0.0" });
  });

  it("tells the last lines, and where the rest is", async () => {
    const repository = await blur();
    await repository.commit({
      "__init__.py": init,
      "install.py": "print('step 1')\nraise ValueError('no disk')",
    });
    const { facet, instance } = await instanceWith(repository);
    const error = await rejection(facet.install(any));
    expect(error.message).toContain("its install.py ended with exit code 1: ValueError: no disk");
    const log = join(instance.layout.logs, "extensions.log");
    expect(error.message).toContain(log);
    expect(readFileSync(log, "utf8")).toContain("step 1");
  });

  it("a cancelled one", async () => {
    const repository = await blur();
    const script = "import time\nopen('started', 'w').close()\ntime.sleep(600)\n";
    await repository.commit({ "__init__.py": init, "install.py": script });
    const { facet, customNodes, pack } = await instanceWith(repository);
    const stop = new AbortController();
    const watch = setInterval(() => {
      if (existsSync(join(pack, "started"))) stop.abort(new Error("no more"));
    }, 5);
    await expect(facet.install(any, { signal: stop.signal })).rejects.toThrow("no more");
    clearInterval(watch);
    expect(await visible(customNodes)).toEqual([]);
  });

  it("a repository that is not there", async () => {
    const { facet } = await openInstance({ run });
    const error = await rejection(facet.install({ id: "https://127.0.0.1:9/acme/x", range: "*" }));
    expect(error.code).toBe("EXTENSION_INSTALL_FAILED");
  });

  it("one whose links lead out of it", async () => {
    const repository = await blur();
    await repository.commit({ "__init__.py": init });
    await symlink("/etc", join(repository.folder, "data"));
    await repository.commit({});
    const { facet, customNodes } = await instanceWith(repository);
    const error = await rejection(facet.install(any));
    expect(error).toMatchObject({ code: "EXTENSION_SOURCE_REFUSED" });
    expect(error.message).toContain('its symbolic link "data" points outside its folder');
    expect(await visible(customNodes)).toEqual([]);
  });

  it.each(["ext::sh -c touch% MARKER", "--upload-pack=touch MARKER", "-u./payload", "fd::1"])(
    "one with a submodule at %s",
    async (address) => {
      const repository = await blur();
      const commit = await repository.commit({ "__init__.py": init });
      const marker = join(repository.folder, "..", "marker");
      const modules = `[submodule "part"]\n\tpath = part\n\turl = ${address.replace("MARKER", marker)}\n`;
      await writeFile(join(repository.folder, ".gitmodules"), modules);
      repository.git("add", ".gitmodules");
      repository.git("update-index", "--add", "--cacheinfo", `160000,${commit},part`);
      repository.git("commit", "--quiet", "--message", "a part");
      const { facet, customNodes } = await instanceWith(repository);
      expect(await rejection(facet.install(any))).toMatchObject({ code: "EXTENSION_INSTALL_FAILED" });
      expect(await visible(customNodes)).toEqual([]);
      expect(existsSync(marker)).toBe(false);
    },
  );
});

describe.skipIf(!hasPrograms)("an update", () => {
  type Stage = InstanceFixture & { readonly pack: string; readonly repository: Repository };
  /** Installs the extension in the wanted version. Then a version 3.0.0 with a tag is published. */
  async function behind(
    wanted: object = {},
    prepare: (stage: Stage) => Promise<void> = async () => {},
  ): Promise<Stage & { readonly newest: string }> {
    const repository = await released();
    await repository.commit({ "config.ini": "a=1\nb=2\nc=3\nd=4\n", "notes.txt": "theirs\n" });
    const instance = await instanceWith(repository);
    await instance.facet.install({ ...any, ...wanted });
    const stage = { ...instance, repository };
    await prepare(stage);
    const files = {
      "pyproject.toml": pyproject("comfyui-blur", "3.0.0"),
      "config.ini": "a=1\nb=2\nc=3\nd=5\n",
    };
    return { ...stage, newest: await repository.commit(files, "v3.0.0") };
  }
  const branchOf = (pack: string) => gitIn(pack, "branch", "--show-current");

  it("brings a branch forward, and stays on it", async () => {
    const { facet, pack, newest } = await behind();
    expect(await facet.update(any)).toMatchObject({ version: "3.0.0", commit: newest });
    expect(branchOf(pack)).toBe("main");
    expect(await facet.update(any)).toMatchObject({ version: "3.0.0" });
  });

  it.each([
    ["a tag to the newest one", { version: "1.0.0" }, { range: "*" }, "3.0.0"],
    ["a tag to the newest in a range", { version: "1.0.0" }, { range: "<2.0.0" }, "1.1.0"],
    ["a tag to an exact version", { version: "1.0.0" }, { range: "*", version: "2.0.0" }, "2.0.0"],
    ["a branch back to an older version", {}, { range: "^1.0.0" }, "1.1.0"],
    ["a branch to a version that it has", {}, { range: ">=3.0.0" }, "3.0.0"],
  ])("takes %s", async (_name, installed, wanted, version) => {
    const { facet } = await behind(installed);
    expect((await facet.update({ id, ...wanted })).version).toBe(version);
  });

  it("takes a commit, and from there the default branch", async () => {
    const { facet, repository, newest } = await behind();
    const commit = repository.git("rev-parse", "v1.1.0^");
    expect(await facet.update({ ...any, commit: commit.slice(0, 9) })).toMatchObject({
      commit,
      version: "1.0.0",
    });
    // The previous commit has a tag; this one has none.
    const bare = await repository.commit({ "later.py": "" });
    await facet.update({ ...any, commit: newest });
    expect(await facet.update({ ...any, commit: bare })).toMatchObject({ commit: bare });
    const last = await repository.commit({ "last.py": "" });
    expect(await facet.update(any)).toMatchObject({ commit: last });
  });

  it("keeps changes by hand, staged and not, and files of one's own", async () => {
    const { facet, pack, put } = await behind({}, async ({ pack }) => {
      writeTestFiles(pack, { "config.ini": "a=mine\nb=2\nc=3\nd=4\n", "notes.txt": "mine\n" });
      gitIn(pack, "add", "notes.txt");
    });
    await put("ComfyUI/custom_nodes/ComfyUI-Blur/model.bin", "large");
    expect((await facet.update(any)).version).toBe("3.0.0");
    expect(readFileSync(join(pack, "config.ini"), "utf8")).toBe("a=mine\nb=2\nc=3\nd=5\n");
    expect(gitIn(pack, "status", "--porcelain")).toBe("M config.ini\nM  notes.txt\n?? model.bin");
    expect(gitIn(pack, "stash", "list")).toBe("");
  });

  it("is undone if changes by hand do not fit, which stay as they were", async () => {
    const mine = "a=1\nb=2\nc=3\nd=mine\n";
    const { facet, pack } = await behind({}, ({ pack }) => writeFile(join(pack, "config.ini"), mine));
    const before = gitIn(pack, "rev-parse", "HEAD");
    const error = await rejection(facet.update(any));
    expect(error).toMatchObject({ code: "EXTENSION_LOCAL_CHANGES", details: { files: "config.ini" } });
    expect(readFileSync(join(pack, "config.ini"), "utf8")).toBe(mine);
    expect([gitIn(pack, "rev-parse", "HEAD"), branchOf(pack)]).toEqual([before, "main"]);
    expect(gitIn(pack, "status", "--porcelain")).toBe("M config.ini");
    gitIn(pack, "checkout", "--quiet", "config.ini");
    expect((await facet.update(any)).version).toBe("3.0.0");
  });

  it.each(["new", "ignored"])("is undone if a file is in the way that is %s", async (kind) => {
    const { facet, pack, repository } = await behind({}, async ({ pack }) => {
      await writeFile(join(pack, "weights.bin"), "mine");
      if (kind === "ignored") await writeFile(join(pack, ".git/info/exclude"), "weights.bin\n");
    });
    await repository.commit({ "weights.bin": "theirs" });
    const error = await rejection(facet.update(any));
    expect(error).toMatchObject({ code: "EXTENSION_LOCAL_CHANGES", details: { files: "weights.bin" } });
    expect(readFileSync(join(pack, "weights.bin"), "utf8")).toBe("mine");
    expect((await facet.list())[0]?.version).toBe("2.0.0");
  });

  it("puts one's own commits on top", async () => {
    const { facet, pack, newest } = await behind({}, async ({ pack }) => {
      await writeFile(join(pack, "own.py"), "# own\n");
      gitIn(pack, "add", "own.py");
      gitIn(pack, "commit", "--quiet", "--message", "own");
    });
    expect((await facet.update(any)).version).toBe("3.0.0");
    expect(gitIn(pack, "rev-parse", "HEAD^")).toBe(newest);
    expect(branchOf(pack)).toBe("main");
    expect(existsSync(join(pack, "own.py"))).toBe(true);
  });

  it("is undone if the user's own commits do not fit", async () => {
    const { facet, pack } = await behind({}, async ({ pack }) => {
      await writeFile(join(pack, "config.ini"), "a=1\nb=2\nc=3\nd=own\n");
      gitIn(pack, "commit", "--quiet", "--all", "--message", "own");
    });
    const before = gitIn(pack, "rev-parse", "HEAD");
    const error = await rejection(facet.update(any));
    expect(error).toMatchObject({ code: "EXTENSION_LOCAL_CHANGES", details: { files: "config.ini" } });
    expect(gitIn(pack, "rev-parse", "HEAD")).toBe(before);
    expect(branchOf(pack)).toBe("main");
    expect(gitIn(pack, "status")).not.toContain("rebase");
  });

  it("keeps commits that lie on no branch", async () => {
    const { facet, pack } = await behind({ version: "1.0.0" }, async ({ pack }) => {
      gitIn(pack, "commit", "--quiet", "--allow-empty", "--message", "own");
    });
    const own = gitIn(pack, "rev-parse", "HEAD");
    expect((await facet.update(any)).version).toBe("3.0.0");
    expect(gitIn(pack, "branch", "--contains", own)).toContain(`kept-${own.slice(0, 10)}`);
  });

  it("follows a branch that was written anew", async () => {
    const { facet, repository } = await behind();
    repository.git("reset", "--quiet", "--hard", "v1.0.0");
    const commit = await repository.commit({ "pyproject.toml": pyproject("comfyui-blur", "4.0.0") });
    expect(await facet.update(any)).toMatchObject({ version: "4.0.0", commit });
  });

  it("is undone when its script fails, branch and changes by hand included", async () => {
    const { facet, pack, repository } = await behind({}, ({ pack }) =>
      writeFile(join(pack, "config.ini"), "a=mine\nb=2\nc=3\nd=4\n"),
    );
    const before = gitIn(pack, "rev-parse", "HEAD");
    await repository.commit({ "install.py": "raise ValueError('not here')" });
    const error = await rejection(facet.update(any));
    expect(error).toMatchObject({ code: "EXTENSION_UPDATE_FAILED" });
    expect(error.message).toContain("ValueError: not here");
    expect([gitIn(pack, "rev-parse", "HEAD"), branchOf(pack)]).toEqual([before, "main"]);
    expect(gitIn(pack, "diff", "--name-only")).toBe("config.ini");
    expect(existsSync(join(pack, "install.py"))).toBe(false);
  });

  it("that was cut off by the death of its process is undone by the next call", async () => {
    const { facet, pack, instance } = await behind();
    const head = { commit: gitIn(pack, "rev-parse", "HEAD"), branch: "main" };
    await writeFile(join(pack, "config.ini"), "mine\n");
    const stash = gitIn(pack, "stash", "create");
    await writeJournal(join(instance.layout.root, "extensions.json"), {
      kind: "moved",
      path: pack,
      head,
      stash,
    });
    gitIn(pack, "checkout", "--quiet", "--force", "--detach");
    gitIn(pack, "commit", "--quiet", "--allow-empty", "--message", "half way");
    await writeFile(join(pack, ".git/index.lock"), "");
    expect(await facet.list()).toMatchObject([{ commit: head.commit }]);
    expect(branchOf(pack)).toBe("main");
    expect(readFileSync(join(pack, "config.ini"), "utf8")).toBe("mine\n");
  });

  it("runs no hook, no monitor and no remote helper that lies in the repository", async () => {
    const { facet, pack, put, customNodes } = await behind();
    const marker = join(customNodes, "..", "ran");
    const script = `#!/bin/sh\ntouch '${marker}'\n`;
    for (const name of ["post-checkout", "post-merge", "reference-transaction", "post-index-change"]) {
      const file = await put(`ComfyUI/custom_nodes/ComfyUI-Blur/.git/hooks/${name}`, script);
      await chmod(file, 0o755);
    }
    const monitor = await put("monitor.sh", script);
    await chmod(monitor, 0o755);
    gitIn(pack, "config", "core.fsmonitor", monitor);
    gitIn(pack, "config", "remote.origin.uploadpack", monitor);
    await facet.list();
    expect((await facet.update(any)).version).toBe("3.0.0");
    gitIn(pack, "config", "remote.origin.url", `ext::sh -c "touch '${marker}'"`);
    expect(await rejection(facet.update(any))).toMatchObject({ code: "EXTENSION_UPDATE_FAILED" });
    expect(existsSync(marker)).toBe(false);
  });

  it.each([
    [
      "has no remote",
      (pack: string) => gitIn(pack, "remote", "remove", "origin"),
      "which repository it comes from",
    ],
    [
      "is in the middle of a merge",
      (pack: string) => writeFile(join(pack, ".git/MERGE_HEAD"), ""),
      "MERGE_HEAD",
    ],
    [
      "has a broken HEAD",
      (pack: string) => writeFile(join(pack, ".git/HEAD"), "???"),
      "git rev-parse failed",
    ],
    ["has an empty .git", (pack: string) => emptied(join(pack, ".git")), "which repository it comes from"],
    ["has a .git that leads nowhere", (pack: string) => leadingNowhere(pack), "leads nowhere"],
  ])("is refused for a clone that %s", async (_name, damage, words) => {
    const { facet, pack } = await behind();
    await damage(pack);
    const error = await rejection(facet.update({ ...any, id: "ComfyUI-Blur" }));
    expect(error.code).toBe("EXTENSION_UPDATE_FAILED");
    expect(error.message).toContain(words);
    expect(await facet.list()).toMatchObject([{ place: "ComfyUI-Blur", version: "2.0.0" }]);
    await facet.disable("ComfyUI-Blur");
  });
  async function emptied(folder: string): Promise<void> {
    await rm(folder, { recursive: true });
    await mkdir(folder);
  }
  async function leadingNowhere(pack: string): Promise<void> {
    await rm(join(pack, ".git"), { recursive: true });
    await writeFile(join(pack, ".git"), "gitdir: ../../nowhere\n");
  }
});

describe.skipIf(!hasPrograms)("what lies there", () => {
  it("is listed with its version also from a worktree, whose .git is a file", async () => {
    const repository = await blur();
    await repository.commit({ "__init__.py": init }, "v1.2.0");
    const { facet, customNodes } = await openInstance({ run });
    repository.git("worktree", "add", "--quiet", "--detach", join(customNodes, "Blur"));
    repository.git("remote", "add", "origin", "https://me:secret@github.com/Acme/Blur.git");
    expect(await facet.list()).toEqual([
      {
        id: "acme/blur",
        place: "Blur",
        origin: "git",
        repositories: ["https://github.com/Acme/Blur.git"],
        version: "1.2.0",
        versionFrom: "tag",
        commit: repository.git("rev-parse", "HEAD"),
        enabled: true,
      },
    ]);
  });

  it("is not taken for ComfyUI's own repository around it", async () => {
    const { facet, customNodes, instance } = await openInstance({ run });
    gitIn(instance.layout.comfy, "init", "--quiet");
    gitIn(instance.layout.comfy, "commit", "--quiet", "--allow-empty", "--message", "ComfyUI");
    gitIn(instance.layout.comfy, "tag", "v9.9.9");
    await mkdir(join(customNodes, "Broken/.git/refs/tags/v1"), { recursive: true });
    const [broken] = await facet.list();
    expect(broken).toEqual({ id: "Broken", place: "Broken", origin: "git", repositories: [], enabled: true });
  });

  it("is updated while it is disabled, and stays so", async () => {
    const repository = await released();
    const { facet } = await instanceWith(repository);
    await facet.install({ ...any, version: "1.0.0" });
    await facet.disable(id);
    expect(await facet.update(any)).toMatchObject({ version: "2.0.0", enabled: false });
  });

  it.each([
    ["changes by hand", (pack: string) => writeFile(join(pack, "__init__.py"), "# mine\n"), "__init__.py"],
    [
      "commits of its own",
      async (pack: string) => void gitIn(pack, "commit", "--quiet", "--allow-empty", "--message", "own"),
      "commits of its own",
    ],
  ])("is not removed with %s", async (_name, change, words) => {
    const { facet, pack } = await instanceWith(await released());
    await facet.install(any);
    await change(pack);
    const error = await rejection(facet.remove(id));
    expect(error).toMatchObject({ code: "EXTENSION_CHANGE_FAILED" });
    expect(error.message).toContain(words);
    expect(existsSync(pack)).toBe(true);
  });

  it("is gone again when its process died while it was being installed", async () => {
    const { facet, customNodes, instance } = await instanceWith(await released());
    await facet.install(any);
    const half = join(customNodes, "Half");
    await mkdir(join(instance.layout.root, "staging"));
    writeTestFiles(half, { "__init__.py": init });
    const journal = join(instance.layout.root, "extensions.json");
    await writeJournal(journal, { kind: "placed", path: half, mark: (await inodeOf(half)) ?? "" });
    expect((await facet.list()).map(({ place }) => place)).toEqual(["ComfyUI-Blur"]);
    expect(existsSync(half)).toBe(false);
    expect(existsSync(journal)).toBe(false);
  });

  it("is left alone if somebody else took that place meanwhile", async () => {
    const { facet, customNodes, put, instance } = await openInstance({ run });
    await put("ComfyUI/custom_nodes/Half/__init__.py", init);
    const path = join(customNodes, "Half");
    await writeJournal(join(instance.layout.root, "extensions.json"), { kind: "placed", path, mark: "1:1" });
    expect((await facet.list()).map(({ place }) => place)).toEqual(["Half"]);
  });

  it("is changed one after the other, however many ask at once", async () => {
    const one = await released();
    const other = await makeRepository("Other");
    await other.commit({ "__init__.py": init });
    const index = join(one.folder, "..", "list.json");
    const entries = [listed(reference, one.url), listed("https://github.com/acme/other", other.url)];
    await writeFile(index, indexText(entries));
    const { facet } = await openInstance({ run, extensions: { indexes: [index] } });
    await Promise.all([facet.install(any), facet.install({ id: "acme/other", range: "*" })]);
    expect((await facet.list()).map(({ place }) => place)).toEqual(["ComfyUI-Blur", "Other"]);
  });
});

describe.skipIf(!hasPrograms)("a folder of this machine", () => {
  it("is cloned when the user typed it", async () => {
    const repository = await released();
    const { facet } = await openInstance({ run });
    const wanted = { id: repository.url, range: "^1.0.0", isTyped: true };
    expect(await facet.install(wanted)).toMatchObject({ id: "comfyui-blur", version: "1.1.0" });
    expect(await facet.update({ id: repository.url, range: "*" })).toMatchObject({ version: "2.0.0" });
  });
});

describe.skipIf(!hasPrograms)("a ComfyUI that was there before", () => {
  it("gets extensions too, prepared beside its custom_nodes", async () => {
    const { facet, instance } = await instanceWith(await released(), { isForeign: true });
    await facet.install(any);
    expect(await facet.list()).toMatchObject([{ id, version: "2.0.0" }]);
    expect(
      (await readdir(join(instance.layout.comfy, ".pictor"))).filter((name) => !/lock|owner/.test(name)),
    ).toEqual([]);
  });

  it("shows a pack that is a link, does not update through it, and removes the link only", async () => {
    const repository = await released();
    const { facet, customNodes } = await openInstance({ run, isForeign: true });
    await symlink(repository.folder, join(customNodes, "Linked"));
    expect(await facet.list()).toMatchObject([{ place: "Linked", origin: "git", version: "2.0.0" }]);
    expect(await rejection(facet.update({ id: "Linked", range: "*" }))).toMatchObject({
      code: "EXTENSION_UPDATE_FAILED",
    });
    await facet.disable("Linked");
    await facet.enable("Linked");
    await facet.remove("Linked");
    expect(await facet.list()).toEqual([]);
    expect(existsSync(join(repository.folder, "__init__.py"))).toBe(true);
  });
});

it.skipIf(!hasPrograms)("a renamed custom_nodes is found where it is", async () => {
  const { facet, customNodes } = await instanceWith(await released());
  await facet.install(any);
  const real = join(customNodes, "../../packs");
  await rename(customNodes, real);
  await symlink(real, customNodes);
  await facet.disable(id);
  expect(await visible(real)).toEqual(["ComfyUI-Blur.disabled"]);
});
