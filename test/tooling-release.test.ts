// Releases: the order of publishing, and the changes of a new version.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { billOf, incompleteComponents } from "../tools/bill-of-materials.js";
import { releaseOrder } from "../tools/release-order.js";
import { withRange, withSection } from "../tools/version-texts.js";
import {
  readJson,
  readPackage,
  readWorkspaces,
  type PackageManifest,
  type Workspace,
} from "../tools/workspaces.js";
import { packageFolders, root, sourcesOf } from "./sources.test.support.js";

const workspace = (name: string, more: Partial<PackageManifest> = {}): Workspace => ({
  folder: name,
  manifest: { name, version: "1.0.0", ...more },
});

describe("the order of publishing", () => {
  it("puts dependencies and peers before those that need them", () => {
    const given = [
      workspace("app", { dependencies: { plugin: "^1.0.0", foreign: "2.0.0" } }),
      workspace("plugin", { peerDependencies: { core: "^1.0.0" } }),
      workspace("core", { devDependencies: { app: "^1.0.0" } }),
    ];
    expect(releaseOrder(given).map(({ folder }) => folder)).toEqual(["core", "plugin", "app"]);
  });

  it("is refused when packages need each other", () => {
    const given = [
      workspace("a", { dependencies: { b: "^1.0.0" } }),
      workspace("b", { dependencies: { a: "^1.0.0" } }),
    ];
    expect(() => releaseOrder(given)).toThrow("packages depend on each other: a -> b -> a");
  });

  it("begins with the kernel and ends with what people install", () => {
    const names = releaseOrder(readWorkspaces(root)).map(({ manifest }) => manifest.name);
    expect(names).toHaveLength(readWorkspaces(root).length);
    expect(names.at(-1)).toBe("pictor");
    expect(names.indexOf("@pictor/kernel")).toBeLessThan(names.indexOf("@pictor/services"));
  });
});

describe("a new version", () => {
  it("needs no change of a source", () => {
    const { version } = readPackage(root);
    const named = packageFolders
      .flatMap(sourcesOf)
      .filter(({ isTest, path }) => !isTest && !path.endsWith(".gen.ts"))
      .filter(({ text }) => new RegExp(`["'\`]v?${version.replaceAll(".", "[.]")}["'\`]`).test(text));
    // The first version of a new plugin.
    expect(named.map(({ path }) => path)).toEqual(["cli/scaffold/plugin-files.ts"]);
  });

  it("changes the ranges between workspaces, and no other", () => {
    const { manifest } = workspace("app", {
      dependencies: { core: "^1.0.0", foreign: "1.0.0" },
      peerDependencies: { core: "^1.0.0" },
    });
    expect(withRange(manifest, new Set(["core"]), "^1.1.0")).toEqual({
      ...manifest,
      dependencies: { core: "^1.1.0", foreign: "1.0.0" },
      peerDependencies: { core: "^1.1.0" },
    });
  });

  it("comes from changesets that name the package pictor alone", () => {
    const folder = join(root, ".changeset");
    const names = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
    const wrong = names.filter(
      (name) => !/^---\n"pictor": (minor|patch)\n---\n\n./.test(readFileSync(join(folder, name), "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  it("puts its section of the change log above the older ones", () => {
    const before = "# Changes\n\nAbout.\n\n## 0.1.0\n\n- First.\n";
    expect(withSection(before, "0.2.0", ["One.", "Two\nlines."])).toBe(
      "# Changes\n\nAbout.\n\n## 0.2.0\n\n- One.\n- Two\n  lines.\n\n## 0.1.0\n\n- First.\n",
    );
    expect(withSection("# Changes\n", "0.1.0", ["One."])).toBe("# Changes\n\n## 0.1.0\n\n- One.\n");
  });

  it("is one for all packages: changesets has them in one fixed group", () => {
    const { fixed, access } = readJson(join(root, ".changeset/config.json")) as {
      readonly fixed: readonly (readonly string[])[];
      readonly access: string;
    };
    expect({ fixed, access }).toEqual({ fixed: [["pictor", "@pictor/*"]], access: "public" });
    const names = readWorkspaces(root).map(({ manifest }) => manifest.name);
    expect(names.filter((name) => name !== "pictor" && !name.startsWith("@pictor/"))).toEqual([]);
  });

  it("has its section in the change log", () => {
    const { version } = readJson(join(root, "package.json")) as { readonly version: string };
    expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toContain(`\n## ${version}\n`);
  });
});

describe("the bill of materials", () => {
  const component = (name: string, more: object = {}) => ({ "bom-ref": `${name}@1.0.0`, name, ...more });
  const licenses = [{ license: { id: "MIT" } }];
  const checkout = component("checkout");
  const pictor = component("pictor", { version: "1.0.0", purl: "pkg:npm/pictor@1.0.0", licenses });
  const made = {
    metadata: { timestamp: "2026-01-01T00:00:00Z", component: checkout },
    components: [
      component("a", { version: "1.0.0", purl: "pkg:npm/a@1.0.0", licenses }),
      { ...pictor, name: "cli" },
      component("b", { version: "1.0.0", purl: "pkg:npm/b@1.0.0", licenses: [] }),
      component("c", { licenses }),
    ],
    dependencies: [
      { ref: "checkout@1.0.0", dependsOn: ["pictor@1.0.0"] },
      { ref: "pictor@1.0.0", dependsOn: ["a@1.0.0"] },
    ],
  };

  it("is that of the released package, not of the checkout, and names each component once", () => {
    const bill = billOf("pictor", made);
    expect(bill.metadata).toEqual({
      timestamp: "2026-01-01T00:00:00Z",
      component: { ...pictor, type: "application" },
    });
    expect(bill.components.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(bill.dependencies).toEqual([{ ref: "pictor@1.0.0", dependsOn: ["a@1.0.0"] }]);
    expect(() => billOf("other", made)).toThrow("lacks other");
  });

  it("says of each component what it is, where it comes from, and on which terms", () => {
    expect(incompleteComponents(made)).toEqual(["b", "c"]);
  });
});

it("the workflows run only actions that are pinned to a commit", () => {
  const folder = join(root, ".github");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".yml"),
  );
  const used = files.flatMap((path) => readFileSync(join(folder, path), "utf8").match(/uses: .*/g) ?? []);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((line) => !/ (?:[.]\/[\w./-]+|[\w./-]+@[0-9a-f]{40} # v[\d.]+)$/.test(line))).toEqual(
    [],
  );
});
