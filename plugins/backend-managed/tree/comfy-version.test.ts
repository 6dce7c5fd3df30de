// Tests of the versions of ComfyUI.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/local-machine.js";
import { newestRelease, selectTarget, readTreeVersion } from "./comfy-version.js";

describe("the newest release", () => {
  it.each([
    ["is the highest by number, not by letter", ["v0.3.9", "v0.3.64", "v0.3.10"], "v0.3.64"],
    ["is never a prerelease", ["v0.3.0", "v0.4.0-rc1", "v0.4.0rc2"], "v0.3.0"],
    ["may lack the v", ["0.1.0", "v0.0.9"], "0.1.0"],
    [
      "is none of the tags that are something else",
      ["latest", "v1", "v1.2", "1.2.3.4", "v01.2.3", "v0.0.1"],
      "v0.0.1",
    ],
    ["is undefined without releases", ["nightly"], undefined],
    ["is compared by numbers of any size", ["v1.9.9", "v1.10.0", "v1.2.30"], "v1.10.0"],
  ])("%s", (_, tags, expected) => {
    expect(newestRelease(tags)).toBe(expected);
  });
});

describe("a requested version", () => {
  const commit = "a".repeat(40);
  const refs = {
    head: commit,
    headBranch: "master",
    tags: new Map([["v0.3.0", commit]]),
    branches: new Map([["master", commit]]),
  };
  it("may be a tag, a branch, a commit, or the latest", () => {
    expect(selectTarget("v0.3.0", refs)?.ref).toEqual({ kind: "tag", name: "v0.3.0" });
    expect(selectTarget("master", refs)?.ref).toEqual({ kind: "branch", name: "master" });
    expect(selectTarget(commit, refs)?.ref).toEqual({ kind: "commit", commit });
    expect(selectTarget("latest", refs)).toEqual({ name: "v0.3.0", ref: { kind: "tag", name: "v0.3.0" } });
  });
  it("is the default branch for latest without a release", () => {
    expect(selectTarget("latest", { ...refs, tags: new Map() })?.ref).toEqual({ kind: "default" });
  });
  it("is unknown otherwise", () => {
    expect(selectTarget("v9", refs)).toBeUndefined();
    expect(selectTarget("--upload-pack=x", refs)).toBeUndefined();
    expect(
      selectTarget("latest", {
        head: undefined,
        headBranch: undefined,
        tags: new Map(),
        branches: new Map(),
      }),
    ).toBeUndefined();
  });
});

describe("the version in the files of a tree", () => {
  const tree = (files: Readonly<Record<string, string>>): string => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };
  it.each([
    ["is in comfyui_version.py", { "comfyui_version.py": '# x\n__version__ = "0.3.64"\n' }, "0.3.64"],
    [
      "is in pyproject.toml before that was there",
      { "pyproject.toml": '[project]\nname = "ComfyUI"\nversion = "0.3.9"\n' },
      "0.3.9",
    ],
    [
      "is not that of another table",
      { "pyproject.toml": '[project]\nname = "x"\n[tool.a]\nversion = "1.0"\n' },
      undefined,
    ],
    ["is unknown without either", {}, undefined],
  ])("%s", async (_, files, expected) => {
    expect(await readTreeVersion(tree(files))).toBe(expected);
  });
});
