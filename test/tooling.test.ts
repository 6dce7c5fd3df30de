// The packages are consistent with each other, with their manifests, and with the commands in the documentation.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { satisfies } from "semver";
import { describe, expect, it } from "vitest";
import { isAsset, shippedManifest } from "../tools/stage.js";
import { readJson, readPackage, readWorkspaces } from "../tools/workspaces.js";

const root = join(import.meta.dirname, "..");
const top = readPackage(root);
const workspaces = readWorkspaces(root);
const named = workspaces.map((workspace) => [workspace.manifest.name, workspace] as const);
const plugins = named.filter(([, { folder }]) => folder.startsWith("plugins/"));

const exact = /^(?:npm:(?:@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const workspaceNames = new Set(workspaces.map(({ manifest }) => manifest.name));
const isWorkspace = ([name]: readonly [string, string]): boolean => workspaceNames.has(name);
/** Packages that the user installs, if at all: ranges, of which the tests have the lowest and the newest version. */
const optionalPeersOf = (manifest: typeof top): readonly (readonly [name: string, range: string])[] =>
  Object.entries(manifest.peerDependencies ?? {}).filter(
    ([name, range]) => range.startsWith("^") && manifest.peerDependenciesMeta?.[name]?.optional === true,
  );
const dependenciesOf = (manifest: typeof top) => {
  const optional = new Set(optionalPeersOf(manifest).map(([name]) => name));
  const peers = Object.entries(manifest.peerDependencies ?? {}).filter(([name]) => !optional.has(name));
  return Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
    ...Object.fromEntries(peers),
  });
};

describe("every package.json", () => {
  it.each([["the root's", top] as const, ...named.map(([name, { manifest }]) => [name, manifest] as const)])(
    "pins what comes from elsewhere to exact versions: %s",
    (_, manifest) => {
      const isOwn = (version: string) => version === "file:tools/empty-package";
      const foreign = dependenciesOf(manifest).filter(
        (dependency) => !isWorkspace(dependency) && !isOwn(dependency[1]),
      );
      expect(foreign.filter(([, version]) => !exact.test(version))).toEqual([]);
    },
  );

  it.each(named)("has the root's version, license and engines: %s", (_, { manifest }) => {
    const { version, license, engines } = top;
    expect(manifest).toMatchObject({ version, license, engines });
  });

  it.each(named)("asks for workspaces compatible with their present version: %s", (_, { manifest }) => {
    const own = dependenciesOf(manifest).filter(
      (dependency) => dependency[0].startsWith("@pictor/") || isWorkspace(dependency),
    );
    expect(
      own.filter((dependency) => !isWorkspace(dependency) || dependency[1] !== `^${top.version}`),
    ).toEqual([]);
  });

  it.each(named)("is named after its folder and ships no tests: %s", (name, { folder, manifest }) => {
    // The package that users install has the short name.
    expect(name).toBe(folder === "cli" ? "pictor" : `@pictor/${basename(folder)}`);
    expect(manifest.files).toContain("!**/*.test.*");
  });

  it("has the lowest and the newest version of each package that the user installs, for the tests", () => {
    const { devDependencies: tried = {} } = top;
    for (const [name, range] of workspaces.flatMap(({ manifest }) => optionalPeersOf(manifest))) {
      const lowest = /^\^(\d+\.\d+\.\d+)$/.exec(range)?.[1] ?? "";
      expect(satisfies(tried[name] ?? "", range), name).toBe(true);
      expect([`npm:${name}@${lowest}`, undefined], name).toContain(tried[`${name}-lowest`]);
      if (tried[name] !== lowest) expect(tried, name).toHaveProperty([`${name}-lowest`]);
    }
  });

  it("shares one version of each dependency", () => {
    const versions = new Map<string, Set<string>>();
    for (const [name, version] of [top, ...workspaces.map(({ manifest }) => manifest)].flatMap(
      dependenciesOf,
    )) {
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
    expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
  });
});

describe("every plugin", () => {
  it.each(plugins)("has a plugin.json of its package's version, named after its folder: %s", (_, plugin) => {
    const manifest = readJson(join(root, plugin.folder, "plugin.json"));
    const { version, license } = plugin.manifest;
    expect(manifest).toMatchObject({ id: basename(plugin.folder), version, license });
    const main = existsSync(join(root, plugin.folder, "index.ts")) ? "./index.js" : undefined;
    expect((manifest as { readonly main?: string }).main).toBe(main);
  });

  it.each(plugins)("leaves the choice of the kernel to its host: %s", (_, { manifest }) => {
    expect(manifest.peerDependencies).toHaveProperty("@pictor/kernel");
    expect(manifest.dependencies ?? {}).not.toHaveProperty("@pictor/kernel");
  });
});

describe("what ships", () => {
  it("loses the source condition at every depth, and nothing else", () => {
    const exports = { ".": { "@pictor/source": "./a.ts", default: "./a.js" }, "./p.json": "./p.json" };
    const shipped = shippedManifest({ name: "a", version: "1.0.0", exports });
    expect(shipped.exports).toEqual({ ".": { default: "./a.js" }, "./p.json": "./p.json" });
  });

  it("takes files over that are neither code, nor tests, nor hidden", () => {
    const names = ["plugin.json", "page.css", "a.ts", "a.test.json", ".env", "node_modules", "old.tgz"];
    expect(names.filter(isAsset)).toEqual(["plugin.json", "page.css"]);
  });
});

describe("the documentation's commands", () => {
  const pages = [
    ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "bench/README.md"],
    ...(existsSync(join(root, "docs")) ? readdirSync(join(root, "docs")).map((name) => `docs/${name}`) : []),
    ...workspaces.map(({ folder }) => `${folder}/README.md`),
  ].filter((page) => page.endsWith(".md") && existsSync(join(root, page)));
  const read = (page: string): string => readFileSync(join(root, page), "utf8");
  const blocks = (text: string): string =>
    [...text.matchAll(/^```(?:sh|bash|shell|console)\n(.*?)^```/gms)].map(([, block]) => block).join("\n");
  const scriptsIn = (text: string): readonly string[] =>
    [...text.matchAll(/\bnpm (?:run (?:-\S+ )*([\w:-]+)|(test|start)\b)/g)].map(
      ([, run, short]) => (run ?? short) as string,
    );
  const unknown = (text: string) => scriptsIn(text).filter((name) => !Object.hasOwn(top.scripts ?? {}, name));

  it.each(pages)("run scripts that exist: %s", (page) => {
    expect(unknown(blocks(read(page)))).toEqual([]);
  });

  it.skipIf(!existsSync(join(root, "README.md")))("tell how to test: README.md", () => {
    const commands = blocks(read("README.md"));
    expect(commands).toContain("\nnpm test ");
    expect(commands.split(/^npm ci\b/m)).toHaveLength(2);
  });

  it("run scripts that exist in .ci/run, which can be executed and calls npm test", () => {
    const text = read(".ci/run");
    expect(unknown(text)).toEqual([]);
    expect(scriptsIn(text)).toContain("test");
    if (process.platform !== "win32") expect(statSync(join(root, ".ci/run")).mode & 0o111).not.toBe(0);
  });
});
