// The built command finds the same dependencies as installed packages.

import { mkdirSync, mkdtempSync, readlinkSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { link, linksFor } from "../tools/link.js";
import { isUpToDate, markBuilt } from "../tools/up-to-date.js";
import { readPackage, readWorkspaces } from "../tools/workspaces.js";

let root = "";
const write = (folder: string, manifest: object): void => {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, "package.json"), JSON.stringify(manifest));
};
const links = () => Object.fromEntries(linksFor(root, join(root, "dist"), readWorkspaces(root)));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pictor-build-"));
  write("", { name: "top", workspaces: ["core", "extras/*"] });
  write("core", { name: "@x/core", dependencies: { deep: "8.0.0", plain: "1.0.0" } });
  write("extras/one", { name: "@x/one", dependencies: { "@x/core": "1.0.0", plain: "1.0.0" } });
  write("node_modules/plain", { name: "plain", version: "1.0.0" });
  write("node_modules/deep", { name: "deep", version: "6.0.0" });
  write("core/node_modules/deep", { name: "deep", version: "8.0.0" });
});

it("the workspaces are the folders that the root names, where there is a package", () => {
  mkdirSync(join(root, "extras/empty"));
  expect(readWorkspaces(root).map(({ folder }) => folder)).toEqual(["core", "extras/one"]);
});

describe("dist/node_modules", () => {
  it("names the built packages, and the dependency whose version in the root is another", () => {
    expect(links()).toEqual({
      "@x/core": join(root, "dist/core"),
      "@x/one": join(root, "dist/extras/one"),
      deep: join(root, "core/node_modules/deep"),
    });
  });

  it("is made of relative links", () => {
    link(root, join(root, "dist"), readWorkspaces(root));
    expect(readlinkSync(join(root, "dist/node_modules/@x/one"))).toBe(join("..", "..", "extras", "one"));
  });

  it("is refused while a dependency is not installed in the version that is asked for", () => {
    write("extras/one", { name: "@x/one", dependencies: { plain: "2.0.0" } });
    write("core", { name: "@x/core" });
    expect(links).toThrow("extras/one needs plain 2.0.0, which is not installed; run npm ci");
  });

  it("is refused when two packages ask for different versions", () => {
    write("extras/one", { name: "@x/one", dependencies: { deep: "6.0.0" } });
    expect(links).toThrow("deep 8.0.0 and 6.0.0");
  });
});

describe("the build", () => {
  const repository = join(import.meta.dirname, "..");
  /** One folder of each entry of `workspaces`: `kernel`, `plugins/<the first>`. */
  const kinds = (readPackage(repository).workspaces ?? []).map((pattern) => pattern.replace("*", "one"));
  const sources = [
    ...kinds.flatMap((folder) => [`${folder}/index.ts`, `${folder}/room/file.ts`, `${folder}/package.json`]),
    ...["schemas/a.json", "tools/a.ts", "package.json", "tsconfig.json", "LICENSE"],
  ];
  const out = (): string => join(root, "dist");
  const setTime = (path: string, seconds: number): void => {
    utimesSync(join(root, path), seconds, seconds);
  };

  beforeEach(() => {
    rmSync(root, { recursive: true });
    write("", { name: "top", workspaces: readPackage(repository).workspaces });
    for (const path of sources.filter((name) => name !== "package.json")) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), "{}");
    }
    for (const path of sources) setTime(path, 1000);
    mkdirSync(out());
    markBuilt(out());
    setTime("dist/.built", 2000);
  });

  it("is up to date when everything is older", () => {
    expect(isUpToDate(root, out())).toBe(true);
  });

  it.each(sources)("is stale when a source is newer: %s", (path) => {
    setTime(path, 3000);
    expect(isUpToDate(root, out())).toBe(false);
  });

  it("is up to date when only a test in test/ or an installed package is newer", () => {
    for (const path of ["test/a.test.ts", "kernel/node_modules/a/index.js"]) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), "");
      setTime(path, 3000);
    }
    expect(isUpToDate(root, out())).toBe(true);
  });
});
